import { describe, expect, it } from 'vitest';
import { play, score } from '../src/board/rules';
import { parseToken } from '../src/board/notation';
import type { Board, Card, Command, Effect, Known } from '../src/board/types';
import { variant } from '../src/board/variants';
import * as queue from '../src/game/queue';
import { knownFrom, positionText, readPosition, recordedGames, rulesOf, table } from './recorded';

const RULES = variant('spider-4');
const COUNTERS: queue.Counters = { moves: 0, actions: 0, stock_deals: 0, undos: 0, hints: 0, score: 500, time_ms: 0 };

function confirmed(board: Board, seq = 0, moves = 0): queue.Confirmed {
  return { seq, status: 'open', board, counters: { ...COUNTERS, moves }, notices: [] };
}

function move(text: string): Command {
  return parseToken(text)!;
}

/** A server of one game: judges by the rules with the whole deal in hand, and repeats a lost answer. */
class Server {
  seq = 0;
  private moves = 0;
  private undos = 0;
  private past: Board[] = [];
  private last: { body: string; answers: queue.Answer[] } | null = null;
  refuse = new Set<number>();

  constructor(
    public board: Board,
    private readonly known: Known,
  ) {}

  private counters(): queue.Counters {
    const points = score(this.moves, this.board.foundations.length);
    return { ...COUNTERS, moves: this.moves, undos: this.undos, actions: this.seq, score: points };
  }

  receive(request: queue.Request): { answers: queue.Answer[]; replayed: boolean } | 'conflict' {
    const body = JSON.stringify(queue.requestBody(request));
    if (this.last?.body === body && request.seq !== this.seq) return { answers: this.last.answers, replayed: true };
    if (request.seq !== this.seq) return 'conflict';
    const answers: queue.Answer[] = [];
    for (const command of request.commands) {
      if (this.refuse.has(this.seq + 1) || command.kind === 'give_up') break;
      this.seq += 1;
      if (command.kind === 'undo') {
        this.board = this.past.pop()!;
        this.moves -= 1;
        this.undos += 1;
        answers.push({ seq: this.seq, effects: [], board: this.board, counters: this.counters() });
        continue;
      }
      this.past.push(this.board);
      const played = play(this.board, command, this.known);
      this.board = played.board;
      this.moves += 1;
      answers.push({ seq: this.seq, effects: played.effects, counters: this.counters() });
    }
    this.last = { body, answers };
    return { answers, replayed: false };
  }
}

const known: Known = { down: (column, index) => `${'A23456789TJQK'[(column + index) % 13]}D` as Card, stock: () => '9C' };
const OPENING = table('.. .. 5S | 6S | .. 7H | 4C | KD | KD | KD | KD | KD | KD', 10);

function answersOf(server: Server, request: queue.Request): queue.Answer[] {
  const answer = server.receive(request);
  if (answer === 'conflict') throw new Error('conflict');
  return answer.answers;
}

describe('a command', () => {
  it('is shown at once, its unknown card turned up when the answer comes', () => {
    const server = new Server(OPENING, known);
    let state = queue.add(queue.start(RULES, confirmed(OPENING)), move('ab1'));
    expect(queue.show(state).board.columns[0]).toEqual({ down: 1, up: [null] });
    expect(queue.show(state).counters).toMatchObject({ moves: 1, score: 499 });
    const taken = queue.take(state);
    state = queue.accept(taken.queue, answersOf(server, taken.request!)).queue;
    expect(queue.show(state).board.columns[0]).toEqual({ down: 1, up: ['2D'] });
    expect(queue.pendingCount(state)).toBe(0);
  });

  it('made while another is in flight waits, and goes with the next request', () => {
    let state = queue.add(queue.start(RULES, confirmed(OPENING)), move('ab1'));
    const first = queue.take(state);
    state = queue.add(queue.add(first.queue, move('bc2')), move('db1'));
    expect(queue.take(state).request).toEqual(first.request);
    const server = new Server(OPENING, known);
    state = queue.accept(state, answersOf(server, first.request!)).queue;
    expect(queue.requestBody(queue.take(state).request!)).toEqual({ seq: 1, commands: ['bc2', 'db1'], atomic: false });
  });

  it('whose answer was lost is sent again as it was, and nothing is done twice', () => {
    const server = new Server(OPENING, known);
    let state = queue.add(queue.start(RULES, confirmed(OPENING)), move('ab1'));
    const first = queue.take(state);
    server.receive(first.request!); // the answer is lost
    state = queue.add(first.queue, move('bc2'));
    const again = queue.take(state);
    expect(queue.requestBody(again.request!)).toEqual(queue.requestBody(first.request!));
    const answer = server.receive(again.request!);
    expect(answer).toMatchObject({ replayed: true });
    state = queue.accept(again.queue, (answer as { answers: queue.Answer[] }).answers).queue;
    const last = queue.take(state);
    state = queue.accept(last.queue, answersOf(server, last.request!)).queue;
    expect(server.seq).toBe(2);
    expect(queue.show(state).board).toEqual(server.board);
  });

  it('that the server refuses is taken back, with all made after it', () => {
    const server = new Server(OPENING, known);
    server.refuse.add(2);
    let state = queue.start(RULES, confirmed(OPENING));
    for (const text of ['ab1', 'bc2', 'db1']) state = queue.add(state, move(text));
    const taken = queue.take(state);
    const late = queue.add(taken.queue, { kind: 'deal' });
    const result = queue.accept(late, answersOf(server, taken.request!));
    expect(result.dropped).toEqual([move('bc2'), move('db1'), { kind: 'deal' }]);
    expect(queue.show(result.queue).board).toEqual(server.board);
    expect(queue.pendingCount(result.queue)).toBe(0);
    expect(result.queue.confirmed.seq).toBe(1);
  });

  it('on a game that went on elsewhere is given up for what the server says', () => {
    const server = new Server(OPENING, known);
    server.receive({ seq: 0, commands: [move('bc1')] });
    const taken = queue.take(queue.add(queue.start(RULES, confirmed(OPENING)), move('ab1')));
    expect(server.receive(taken.request!)).toBe('conflict');
    const { queue: state, dropped } = queue.reload(taken.queue, confirmed(server.board, server.seq));
    expect(dropped).toEqual([move('ab1')]);
    expect(queue.show(state).board).toEqual(server.board);
  });
});

describe('an undo', () => {
  it('is shown at once, covers the card again, and what was seen is known when the move is made again', () => {
    const server = new Server(OPENING, known);
    let state = queue.start(RULES, confirmed(OPENING));
    const send = (): void => {
      const taken = queue.take(state);
      state = queue.accept(taken.queue, answersOf(server, taken.request!)).queue;
    };
    state = queue.add(state, move('ab1'));
    send();
    state = queue.add(state, { kind: 'undo' });
    expect(queue.show(state).board).toEqual(OPENING);
    expect(queue.show(state).counters).toMatchObject({ moves: 0, undos: 1, score: 500, actions: 2 });
    send();
    expect(queue.show(state).board).toEqual(OPENING);
    state = queue.add(state, move('ab1'));
    expect(queue.show(state).board.columns[0]).toEqual({ down: 1, up: ['2D'] });
    state = queue.add(queue.add(state, { kind: 'undo' }), { kind: 'deal' });
    send();
    expect(queue.show(state).board).toEqual(server.board);
  });

  it('to a board this page has not seen waits for the server and lets nothing pass', () => {
    const state = queue.add(queue.start(RULES, confirmed(OPENING, 7, 5)), { kind: 'undo' });
    const shown = queue.show(state);
    expect(shown.blocked).toBe(true);
    expect(queue.refusalOf(shown, move('ab1'), RULES)?.code).toBe('not_known_yet');
  });

  it('is refused where nothing was moved', () => {
    const shown = queue.show(queue.start(RULES, confirmed(OPENING)));
    expect(queue.refusalOf(shown, { kind: 'undo' }, RULES)?.code).toBe('nothing_to_undo');
  });
});

describe('the queue', () => {
  it('refuses everything after giving up, which goes alone', () => {
    let state = queue.add(queue.start(RULES, confirmed(OPENING)), move('ab1'));
    state = queue.add(state, { kind: 'give_up' });
    expect(queue.refusalOf(queue.show(state), move('bc1'), RULES)?.code).toBe('game_over');
    const first = queue.take(state);
    expect(first.request?.commands).toEqual([move('ab1')]);
    const server = new Server(OPENING, known);
    const next = queue.take(queue.accept(first.queue, answersOf(server, first.request!)).queue);
    expect(queue.requestBody(next.request!)).toEqual({ seq: 1, command: { type: 'give_up' } });
    const done = queue.accept(next.queue, [{ seq: 2, effects: [], status: 'given_up' }]).queue;
    expect(done.confirmed.status).toBe('given_up');
  });

  it('throws when an answer can not be of this game', () => {
    const taken = queue.take(queue.add(queue.start(RULES, confirmed(OPENING)), move('ab1')));
    expect(() => queue.accept(taken.queue, [{ seq: 5, effects: [] }])).toThrow(queue.OutOfStep);
    const wrong: Effect[] = [{ kind: 'turned_up', column: 3, card: '2D' }];
    expect(() => queue.accept(taken.queue, [{ seq: 1, effects: wrong }])).toThrow(queue.OutOfStep);
  });

  it('survives being saved and taken up again', () => {
    const server = new Server(OPENING, known);
    let state = queue.add(queue.start(RULES, confirmed(OPENING)), move('ab1'));
    const first = queue.take(state);
    server.receive(first.request!); // the page is closed before the answer comes
    state = queue.add(first.queue, move('bc2'));
    const back = queue.restore(RULES, JSON.parse(JSON.stringify(queue.save(state))) as queue.Saved)!;
    expect(queue.show(back).board).toEqual(queue.show(state).board);
    const again = queue.take(back);
    state = queue.accept(again.queue, answersOf(server, again.request!)).queue;
    const last = queue.take(state);
    state = queue.accept(last.queue, answersOf(server, last.request!)).queue;
    expect(queue.show(state).board).toEqual(server.board);
    expect(server.seq).toBe(2);
    expect(queue.restore(variant('spiderette-1'), queue.save(state))).toBeNull();
  });

  it('saved for the time without a server can undo what the server has confirmed', () => {
    const server = new Server(OPENING, known);
    const taken = queue.take(queue.add(queue.start(RULES, confirmed(OPENING)), move('ab1')));
    const state = queue.accept(taken.queue, answersOf(server, taken.request!)).queue;
    const back = queue.restore(RULES, JSON.parse(JSON.stringify(queue.save(state, { past: true }))) as queue.Saved)!;
    const undone = queue.add(back, { kind: 'undo' });
    expect(queue.show(undone).blocked).toBe(false);
    expect(queue.show(undone).board).toEqual(OPENING);
    expect(queue.show(queue.add(undone, move('ab1'))).board).toEqual(server.board);
  });

  it('begun anew makes every move again, undone ones too, and what still waited', () => {
    const server = new Server(OPENING, known);
    let state = queue.start(RULES, confirmed(OPENING));
    for (const command of [move('ab1'), { kind: 'undo' } as const, move('bc1')]) state = queue.add(state, command);
    const taken = queue.take(state);
    state = queue.accept(taken.queue, answersOf(server, taken.request!)).queue;
    const before = queue.add(queue.restore(RULES, JSON.parse(JSON.stringify(queue.save(state))) as queue.Saved)!, move('db1'));
    const next = queue.anew(before, confirmed(OPENING));
    expect(queue.take(next).request).toEqual({ seq: 0, commands: [move('ab1'), { kind: 'undo' }, move('bc1'), move('db1')] });
    expect(queue.show(next, known).board).toEqual(queue.show(before, known).board);
  });

  it('of a game that was partly played elsewhere begins anew without moves', () => {
    const state = queue.reload(queue.start(RULES, confirmed(OPENING)), confirmed(OPENING, 4)).queue;
    const next = queue.anew(queue.add(state, move('ab1')), confirmed(OPENING));
    expect(state.line).toBeNull();
    expect(queue.show(next)).toMatchObject({ seq: 0, board: OPENING });
    expect(queue.pendingCount(next)).toBe(0);
  });

  it('holds no more than the server takes at once', () => {
    let state = queue.start(RULES, confirmed(OPENING));
    for (let i = 0; i < 250; i += 1) state = queue.add(state, move(i % 2 ? 'cb1' : 'bc1'));
    expect(queue.take(state).request?.commands.length).toBe(200);
  });
});

describe('whole recorded games', () => {
  it('end alike on both sides, through lost answers, undos and moves made ahead', () => {
    for (const game of recordedGames().filter((_, index) => index % 4 === 0)) {
      const all = knownFrom(game.start, game.stock);
      const { board } = readPosition(game.start);
      const server = new Server(board, all);
      let state = queue.start(rulesOf(game), confirmed(board));
      let turn = 0;
      const answer = (): void => {
        const taken = queue.take(state);
        state = taken.queue;
        if (!taken.request) return;
        const result = server.receive(taken.request);
        if (result === 'conflict') throw new Error('conflict');
        turn += 1;
        if (turn % 5 === 0) return; // lost
        state = queue.accept(state, result.answers).queue;
      };
      for (const step of game.steps) {
        const command = move(step.do);
        while (queue.refusalOf(queue.show(state), command, rulesOf(game))?.code === 'not_known_yet') answer();
        expect(queue.refusalOf(queue.show(state), command, rulesOf(game)), game.id).toBeNull();
        state = queue.add(state, command);
        if (step.moves % 9 === 0) state = queue.add(queue.add(state, { kind: 'undo' }), command);
        if (step.moves % 3 === 0) answer();
      }
      while (queue.pendingCount(state) > 0) answer();
      expect(positionText(queue.show(state).board, all), game.id).toBe(game.steps.at(-1)!.state);
      expect(queue.show(state).board.columns).toEqual(server.board.columns);
    }
  });
});
