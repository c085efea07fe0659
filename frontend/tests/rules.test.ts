import { describe, expect, it } from 'vitest';
import { moveText, parseToken } from '../src/board/notation';
import * as rules from '../src/board/rules';
import { rankOf, suitOf, type Board, type Card } from '../src/board/types';
import { variant } from '../src/board/variants';
import { knownFrom, positionText, readPosition, recordedGames, rulesOf, table } from './recorded';

const SPIDER = variant('spider-4');
const SPIDERETTE = variant('spiderette-4');

function tokens(board: Board): string[] {
  return rules.legalMoves(board).map(moveText).sort();
}

describe('the recorded games', () => {
  const games = recordedGames();

  it('are all there', () => {
    expect(games.length).toBe(76);
    expect(games.reduce((sum, game) => sum + game.steps.length, 0)).toBe(11228);
  });

  it('play through the rules as they were recorded', () => {
    for (const game of games) {
      const variantRules = rulesOf(game);
      const known = knownFrom(game.start, game.stock);
      let { board } = readPosition(game.start);
      let removed = 0;
      expect(tokens(board), game.id).toEqual(game.legal);
      expect(rules.dealRefusal(board, variantRules) === null, game.id).toBe(game.can_deal);
      game.steps.forEach((step, index) => {
        const at = `${game.id} step ${index}`;
        const command = parseToken(step.do);
        if (!command || command.kind === 'undo') throw new Error(`unexpected ${step.do}`);
        const refusal =
          command.kind === 'deal' ? rules.dealRefusal(board, variantRules) : rules.moveRefusal(board, command);
        expect(refusal, at).toBeNull();
        const played = rules.play(board, command, known);
        board = played.board;
        const now = played.effects.filter((effect) => effect.kind === 'sequence_removed').length;
        removed += now;
        expect(positionText(board, known), at).toBe(step.state);
        expect(now, at).toBe(step.removed ?? 0);
        expect(rules.score(step.moves, removed), at).toBe(step.score);
        if (step.legal) expect(tokens(board), at).toEqual(step.legal);
        if (step.can_deal !== undefined) {
          expect(rules.dealRefusal(board, variantRules) === null, at).toBe(step.can_deal);
        }
        if (step.deal_refused) expect(rules.dealRefusal(board, variantRules), at).not.toBeNull();
      });
      if (game.end === 'won') expect(rules.isWon(board), game.id).toBe(true);
    }
  });

  it('never show a card that is not face up, and name no card twice too often', () => {
    for (const game of games.filter((_, index) => index % 7 === 0)) {
      let { board } = readPosition(game.start);
      const first = parseToken(game.steps[0]!.do)!;
      if (first.kind !== 'move' && first.kind !== 'deal') continue;
      const before = board.columns.flatMap((column) => column.up).filter((card): card is Card => card !== null);
      board = rules.play(board, first).board;
      const after = board.columns.flatMap((column) => column.up).filter((card): card is Card => card !== null);
      for (const card of after) expect(before).toContain(card);
      expect(after.every((card) => rankOf(card) >= 1 && suitOf(card))).toBe(true);
    }
  });
});

describe('a refusal', () => {
  const board = table('.. 5S 4H 3H | 9C AS | KD | | QS JS | .. .. ??', 10);
  const refusal = (from: number, to: number, count: number) =>
    rules.moveRefusal(board, { kind: 'move', from, to, count })?.code ?? null;

  it('names the first rule that is broken, as the server does', () => {
    expect(refusal(0, 0, 9)).toBe('same_column');
    expect(refusal(0, 1, 5)).toBe('empty_source');
    expect(refusal(3, 1, 1)).toBe('empty_source');
    expect(refusal(0, 1, 4)).toBe('card_face_down');
    expect(refusal(0, 1, 3)).toBe('not_a_run');
    expect(refusal(2, 1, 1)).toBe('onto_ace');
    expect(refusal(2, 0, 1)).toBe('king_needs_empty_column');
    expect(refusal(0, 4, 2)).toBe('rank_mismatch');
    expect(refusal(0, 3, 2)).toBeNull();
    expect(refusal(4, 2, 2)).toBeNull();
  });

  it('of cards out of order tells how many would go', () => {
    expect(rules.moveRefusal(board, { kind: 'move', from: 0, to: 1, count: 3 })).toEqual({
      code: 'not_a_run',
      params: { from: 1, count: 3, cards: ['5S', '4H', '3H'], longest_run: 2 },
    });
  });

  it('says to wait where a card is not known yet', () => {
    expect(refusal(5, 3, 1)).toBe('not_known_yet');
    expect(refusal(4, 5, 1)).toBe('not_known_yet');
    expect(rules.isWaiting(board)).toBe(true);
    expect(rules.isWaiting(table('.. 5S'))).toBe(false);
  });

  it('of a stock deal names the empty columns, but for Spider with few cards', () => {
    expect(rules.dealRefusal(table('KD | | QS', 0), SPIDER)?.code).toBe('stock_empty');
    expect(rules.dealRefusal(table('KD QD JD | | QS |', 10), SPIDER)).toEqual({
      code: 'deal_empty_column',
      params: { columns: [2, 4] },
    });
    expect(rules.dealRefusal(table('KD QD | | QS |', 10), SPIDER)).toBeNull();
    expect(rules.dealRefusal(table('KD QD | | QS |', 10), SPIDERETTE)?.code).toBe('deal_empty_column');
  });
});

describe('picking', () => {
  const column = table('.. .. QH 7S 6S 5S').columns[0]!;

  it('takes the tapped card and all below it inside the run', () => {
    expect(rules.pickedCount(column, 5)).toBe(1);
    expect(rules.pickedCount(column, 4)).toBe(2);
    expect(rules.pickedCount(column, 3)).toBe(3);
  });

  it('takes the longest run when the tapped card is above it', () => {
    expect(rules.pickedCount(column, 2)).toBe(3);
    expect(rules.pickedCount(column, 0)).toBe(3);
  });
});

describe('the best column', () => {
  const best = (text: string, count = 1) => rules.bestColumn(table(text), 0, count);

  it('is of the same suit, before a longer run of another', () => {
    expect(best('.. 5S | 8H 7H 6H | 6S')).toEqual({ to: 2, preference: 'same_suit' });
  });

  it('makes the longest run among those of its suit, then is the leftmost', () => {
    expect(best('.. 5S | 6S | 7S 6S | 8H 6S')).toEqual({ to: 2, preference: 'same_suit' });
    expect(best('.. 5S | 7H 6S | 6S')).toEqual({ to: 1, preference: 'same_suit' });
  });

  it('is else the leftmost of another suit, then the leftmost empty one', () => {
    expect(best('.. 5S | | 6D | 7H 6H')).toEqual({ to: 2, preference: 'other_suit' });
    expect(best('.. 5S | 9D | | ')).toEqual({ to: 2, preference: 'empty_column' });
  });

  it('is no empty column for a whole column', () => {
    expect(best('6S 5S | 9D | ', 2)).toMatchObject({ code: 'no_auto_target' });
    expect(best('6S 5S | 9D | ', 1)).toEqual({ to: 2, preference: 'empty_column' });
  });

  it('asks of the cards what a move asks', () => {
    expect(best('.. 9H 5S | 6S', 2)).toMatchObject({ code: 'not_a_run' });
    expect(best('.. 9H 5S | 6S', 3)).toMatchObject({ code: 'card_face_down' });
  });
});

describe('what follows a move', () => {
  it('is an unknown card turned up, until the server tells it', () => {
    const played = rules.play(table('.. 5S | 6S'), { kind: 'move', from: 0, to: 1, count: 1 });
    expect(played.board.columns[0]).toEqual({ down: 0, up: [null] });
    expect(played.effects.at(-1)).toEqual({ kind: 'turned_up', column: 0, card: null });
  });

  it('is a completed sequence leaving, after the source has turned up', () => {
    const rest = 'KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S';
    const played = rules.play(table(`.. AS | .. ${rest}`), { kind: 'move', from: 0, to: 1, count: 1 });
    expect(played.effects.map((effect) => effect.kind)).toEqual([
      'moved',
      'turned_up',
      'sequence_removed',
      'turned_up',
    ]);
    expect(played.board).toEqual(table('?? | ??', 0, 'S'));
  });

  it('is a short last row in Spiderette', () => {
    const played = rules.play(table('2S | 2S | 2S | 2S | 2S | 2S | 2S', 3), { kind: 'deal' });
    expect(played.board.stock).toBe(0);
    expect(played.board.columns.map((column) => column.up.length)).toEqual([2, 2, 2, 1, 1, 1, 1]);
  });
});

describe('a token', () => {
  it('has one spelling', () => {
    expect(parseToken('ac2')).toEqual({ kind: 'move', from: 0, to: 2, count: 2 });
    for (const text of ['', 'aa1', 'AC2', 'ac0', 'ac02', 'ak1', 'ac14', 'ac', '++', ' +']) {
      expect(parseToken(text), text).toBeNull();
    }
    expect(parseToken('+')).toEqual({ kind: 'deal' });
    expect(parseToken('-')).toEqual({ kind: 'undo' });
  });
});
