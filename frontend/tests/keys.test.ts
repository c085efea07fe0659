import { describe, expect, it } from 'vitest';
import { firstKeys, follow, type Key, type Keys } from '../src/board/keys';
import { parseToken } from '../src/board/notation';
import { play } from '../src/board/rules';
import type { Board } from '../src/board/types';
import { knownFrom, readPosition, recordedGames, table } from './recorded';

function all(keys: Keys): Key[] {
  return [...keys.columns.flat(), ...keys.stock, ...keys.foundations.flat()];
}

describe('keys', () => {
  it('go with the cards of a move, and stay on a card that turns up', () => {
    const before = table('.. 6S 5S | 7H', 10);
    const keys = firstKeys(before);
    const { board } = play(before, { kind: 'move', from: 0, to: 1, count: 2 });
    const after = follow(keys, before, board);
    expect(after.columns[1]).toEqual([keys.columns[1]![0], keys.columns[0]![1], keys.columns[0]![2]]);
    expect(after.columns[0]).toEqual([keys.columns[0]![0]]);
    expect(follow(after, board, table('9C | 7H 6S 5S', 10))).toEqual(after);
  });

  it('leave the stock from its front, for column 1 first, and go back there', () => {
    const before = table('9S | 4H | 2C', 5);
    const keys = firstKeys(before);
    const { board } = play(before, { kind: 'deal' });
    const after = follow(keys, before, board);
    expect(after.columns.map((column) => column[1])).toEqual(keys.stock.slice(0, 3));
    expect(follow(after, board, before)).toEqual(keys);
  });

  it('are neither lost nor doubled over whole games, and lead back the same way', () => {
    for (const game of recordedGames()) {
      const known = knownFrom(game.start, game.stock);
      let board: Board = readPosition(game.start).board;
      let keys = firstKeys(board);
      const count = all(keys).length;
      const trail: { board: Board; keys: Keys }[] = [];
      for (const step of game.steps) {
        const command = parseToken(step.do)!;
        if (command.kind === 'undo') throw new Error('no undo is recorded');
        trail.push({ board, keys });
        const next = play(board, command, known).board;
        keys = follow(keys, board, next);
        board = next;
        if (new Set(all(keys)).size !== count || all(keys).includes(undefined as never)) {
          throw new Error(`${game.id}: a key was lost at ${step.do}`);
        }
      }
      for (const past of trail.reverse()) {
        keys = follow(keys, board, past.board);
        board = past.board;
        if (new Set(all(keys)).size !== count) throw new Error(`${game.id}: a key was lost on the way back`);
      }
    }
  });
});
