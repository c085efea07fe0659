import { describe, expect, it, vi } from 'vitest';
import { daily, haveServer, openPage, OPENING, problem, server, VARIANT } from './page';

const GAME = {
  ...OPENING,
  id: 'g_1',
  status: 'open',
  seq: 0,
  ranked: true,
  variant: VARIANT,
  number: null,
  code: null,
  notices: [],
  counters: { moves: 0, actions: 0, stock_deals: 0, undos: 0, hints: 0, score: 500, time_ms: 0 },
};

/** A daily that lies on the table, not begun; the server takes its beginning. */
async function laidOut() {
  server.answers['/guests'] = () => Response.json({ player: { name: 'Guest-1', guest: true } }, { status: 201 });
  server.answers['/games'] = () => Response.json(GAME, { status: 201 });
  await openPage(server, '/');
  const { GameSession } = await import('../src/game/session.svelte');
  return GameSession.ofDaily(daily(server.day));
}

haveServer();

describe('a pause that the server asks for', () => {
  it.each([
    ['is told with its end when it is long', '100', '2026-11-29T12:01:40'],
    ['is not when it is soon over', '5', null],
  ])('%s', async (_, seconds, end) => {
    server.answers['/games/g_1/commands'] = () => problem(429, { 'Retry-After': seconds });
    const session = await laidOut();
    session.make({ kind: 'deal' });
    await vi.advanceTimersByTimeAsync(10);
    expect(session.link).toBe('limited');
    expect(session.resumesAt?.slice(0, 19) ?? null).toBe(end);
    expect(session.pending).toBe(1);
    const asked = server.asked.length;
    await vi.advanceTimersByTimeAsync((Number(seconds) - 1) * 1_000);
    expect(server.asked.length).toBe(asked);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(server.asked.length).toBe(asked + 1);
  });
});

describe('a hint that can’t be had for want of a connection', () => {
  const lose = (): never => {
    throw new TypeError('no network');
  };

  it('says so', async () => {
    server.answers['/games/g_1/hint'] = lose;
    const session = await laidOut();
    await session.hint();
    expect(session.toast?.text).toBe('No connection.');
  });

  it('says nothing where that is said already', async () => {
    server.answers['/games/g_1/hint'] = lose;
    server.answers['/games/g_1/commands'] = lose;
    const session = await laidOut();
    session.make({ kind: 'deal' });
    await vi.advanceTimersByTimeAsync(10);
    expect(session.link).toBe('offline');
    await session.hint();
    expect(server.asked.at(-1)).toBe('/games/g_1/hint');
    expect(session.toast).toBeNull();
  });
});
