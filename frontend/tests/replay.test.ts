import { describe, expect, it } from 'vitest';
import { parseToken } from '../src/board/notation';
import { play } from '../src/board/rules';
import { variant } from '../src/board/variants';
import * as queue from '../src/game/queue';
import { framesOf, type ReplayStep } from '../src/game/replay';
import { knownFrom, positionText, readPosition, recordedGames } from './recorded';

describe('the frames of a replay', () => {
  it('are what lay on the table in whole recorded games, undos among them', () => {
    for (const game of recordedGames().slice(0, 12)) {
      const all = knownFrom(game.start, game.stock);
      const { board: opening } = readPosition(game.start);
      const steps: ReplayStep[] = [];
      const expected = [positionText(opening, all)];
      let board = opening;
      game.steps.forEach((step, index) => {
        const command = parseToken(step.do)!;
        if (command.kind === 'undo') throw new Error('recorded games have none');
        const played = play(board, command, all);
        // Every seventh move is first made, taken back, and made again.
        const tokens = index % 7 === 6 ? [step.do, '-', step.do] : [step.do];
        for (const token of tokens) {
          steps.push({ token, at_ms: 0, effects: token === '-' ? [] : played.effects });
          expected.push(positionText(token === '-' ? board : played.board, all));
        }
        board = played.board;
      });
      const frames = framesOf(opening, steps);
      expect(frames.map((frame) => positionText(frame.board, all)), game.id).toEqual(expected);
      expect(frames.at(-1)).toMatchObject({ moves: game.steps.length, undos: Math.floor(game.steps.length / 7) });
    }
  });

  it('count as the game counts', () => {
    const board = { columns: variant('spiderette-1').columnSizes.map(() => ({ down: 0, up: [] })), stock: 0, foundations: [] };
    const suit = { kind: 'sequence_removed', column: 0, suit: 'S' } as const;
    const king = ['KS', 'QS', 'JS', 'TS', '9S', '8S', '7S', '6S', '5S', '4S', '3S', '2S'] as const;
    const opening = { ...board, columns: [{ down: 0, up: [...king] }, { down: 0, up: ['AS'] }, ...board.columns.slice(2)] } as const;
    const moved = { kind: 'moved', from: 1, to: 0, cards: ['AS'] } as const;
    const frames = framesOf(opening, [{ token: 'ba1', at_ms: 900, effects: [moved, suit] }, { token: '-', at_ms: 1200, effects: [] }]);
    expect(frames.map(({ moves, undos, score }) => [moves, undos, score])).toEqual([[0, 0, 500], [1, 0, 599], [0, 1, 500]]);
    expect(frames[2]!.board).toEqual(opening);
  });

  it('take the time that the game counted: no move less than a moment, none more than five minutes', () => {
    const board = { columns: [{ down: 0, up: ['AS'] }, { down: 0, up: [] }], stock: 0, foundations: [] } as const;
    const move = (from: number, at_ms: number): ReplayStep => ({
      token: from === 0 ? 'ab1' : 'ba1',
      at_ms,
      effects: [{ kind: 'moved', from, to: 1 - from, cards: ['AS'] }],
    });
    const frames = framesOf(board, [move(0, 5_000), move(1, 5_001), move(0, 905_001)]);
    expect(frames.map(({ timeMs }) => timeMs)).toEqual([0, 5_000, 5_200, 305_200]);
  });

  it('do not exist of a replay that can not be', () => {
    const board = { columns: [{ down: 0, up: [] }], stock: 0, foundations: [] };
    const dealt = { kind: 'dealt', cards: [{ column: 0, card: 'AS' }] } as const;
    expect(() => framesOf(board, [{ token: '+', at_ms: 0, effects: [dealt] }])).toThrow(queue.OutOfStep);
  });
});
