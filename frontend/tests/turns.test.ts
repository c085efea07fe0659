import { describe, expect, it } from 'vitest';
import { Turns, type Send } from '../src/api/turns';

/** A request that is answered when the test says so, and given up when its signal does. */
function request(): { readonly send: Send; readonly answer: () => void; readonly sent: () => boolean } {
  let answer = (): void => undefined;
  let sent = false;
  const send: Send = ({ signal }) =>
    new Promise((done, failed) => {
      sent = true;
      answer = () => done(new Response());
      signal.addEventListener('abort', () => failed(new Error('given up')));
    });
  return { send, answer: () => answer(), sent: () => sent };
}

const soon = (): Promise<void> => new Promise((done) => setTimeout(done));

describe('a change of who plays', () => {
  it('gives up what was asked before it, and answers nothing of it', async () => {
    const turns = new Turns();
    const [read, logout] = [request(), request()];
    const reading = turns.read(read.send);
    await soon();
    const changing = turns.change(logout.send);
    await expect(reading).rejects.toThrow('given up');
    await soon();
    logout.answer();
    await changing;
  });

  it('waits for what was written before it', async () => {
    const turns = new Turns();
    const [move, logout] = [request(), request()];
    const writing = turns.write(move.send);
    await soon();
    const changing = turns.change(logout.send);
    await soon();
    expect(logout.sent()).toBe(false);
    move.answer();
    await writing;
    await soon();
    expect(logout.sent()).toBe(true);
    logout.answer();
    await changing;
  });

  it('is over before anything else is asked or written, even when it fails', async () => {
    const turns = new Turns();
    const [read, move] = [request(), request()];
    let fail = (): void => undefined;
    const changing = turns.change(() => new Promise((_, failed) => (fail = () => failed(new Error('no answer')))));
    void turns.read(read.send);
    void turns.write(move.send);
    await soon();
    expect([read.sent(), move.sent()]).toEqual([false, false]);
    fail();
    await expect(changing).rejects.toThrow('no answer');
    await soon();
    expect([read.sent(), move.sent()]).toEqual([true, true]);
  });

  it('is over before anything else is asked, also when another has come up behind it', async () => {
    const turns = new Turns();
    const [logout, login, read] = [request(), request(), request()];
    void turns.change(logout.send);
    void turns.read(read.send);
    await soon();
    void turns.change(login.send);
    logout.answer();
    await soon();
    expect([login.sent(), read.sent()]).toEqual([true, false]);
    login.answer();
    await soon();
    expect(read.sent()).toBe(true);
    read.answer();
  });
});
