/**
 * The rules, as far as they can be told from what lies face up. The server's answer is what
 * counts; this is for instant feedback, highlights and drop targets. It is tested against the
 * same recorded games as the server's engine.
 */
import {
  cardCount,
  NOTHING_KNOWN,
  rankOf,
  suitOf,
  type Board,
  type Card,
  type Column,
  type Effect,
  type FaceUp,
  type Known,
  type RunMove,
} from './types';
import type { Variant } from './variants';

export type RefusalCode =
  | 'same_column'
  | 'empty_source'
  | 'card_face_down'
  | 'not_a_run'
  | 'onto_ace'
  | 'king_needs_empty_column'
  | 'rank_mismatch'
  | 'no_auto_target'
  | 'stock_empty'
  | 'deal_empty_column'
  | 'nothing_to_undo'
  | 'game_over'
  /** Not the server's: a card there is still being turned up, so nobody can say yet. */
  | 'not_known_yet';

/** Why a command is refused, in the server's words, so that both can be told to the player alike. */
export interface Refusal {
  readonly code: RefusalCode;
  readonly params: Readonly<Record<string, unknown>>;
}

export type Preference = 'same_suit' | 'other_suit' | 'empty_column';

const SEQUENCE_LENGTH = 13;

/** Whether *lower* continues a run after *upper*: one rank below it and of its suit. */
function follows(upper: FaceUp | undefined, lower: FaceUp | undefined): boolean {
  if (!upper || !lower) return false;
  return suitOf(upper) === suitOf(lower) && rankOf(upper) === rankOf(lower) + 1;
}

/** The length of the longest run at the end of a column; 0 when it ends in no known card. */
export function runLength(column: Column): number {
  const { up } = column;
  if (!up.at(-1)) return 0;
  let length = 1;
  while (length < up.length && follows(up[up.length - length - 1], up[up.length - length])) length += 1;
  return length;
}

/** Which cards a tap on the card at *index* picks up: that one and all below it, or the longest run. */
export function pickedCount(column: Column, index: number): number {
  const below = cardCount(column) - index;
  const run = runLength(column);
  return below <= run ? below : run;
}

/** Say why *count* cards can't leave *from*, or null. */
function sourceRefusal(board: Board, from: number, count: number): Refusal | null {
  const column = board.columns[from]!;
  const available = cardCount(column);
  if (count > available) return { code: 'empty_source', params: { from: from + 1, count, available } };
  if (count > column.up.length) {
    return { code: 'card_face_down', params: { from: from + 1, count, face_up: column.up.length } };
  }
  const cards = column.up.slice(-count);
  if (cards.includes(null)) return { code: 'not_known_yet', params: { from: from + 1 } };
  const longest = runLength(column);
  if (count > longest) return { code: 'not_a_run', params: { from: from + 1, count, cards, longest_run: longest } };
  return null;
}

/** Say why the cards from *first* down can't be put on *to*, or null. */
function targetRefusal(board: Board, first: Card, to: number): Refusal | null {
  const column = board.columns[to]!;
  if (cardCount(column) === 0) return null;
  const last = column.up.at(-1);
  const params = { to: to + 1, card: first, onto: last };
  if (!last) return { code: 'not_known_yet', params };
  if (rankOf(last) === 1) return { code: 'onto_ace', params };
  if (rankOf(first) === 13) return { code: 'king_needs_empty_column', params };
  if (rankOf(last) !== rankOf(first) + 1) return { code: 'rank_mismatch', params };
  return null;
}

/** Say why a move is illegal, naming the first rule that refuses it as the server would, or null. */
export function moveRefusal(board: Board, move: RunMove): Refusal | null {
  if (move.from === move.to) return { code: 'same_column', params: { from: move.from + 1, to: move.to + 1 } };
  const refusal = sourceRefusal(board, move.from, move.count);
  if (refusal) return refusal;
  const first = board.columns[move.from]!.up.at(-move.count) as Card;
  return targetRefusal(board, first, move.to);
}

/** Say why the stock can't be dealt, or null. */
export function dealRefusal(board: Board, rules: Variant): Refusal | null {
  if (board.stock === 0) return { code: 'stock_empty', params: {} };
  const empty = board.columns.flatMap((column, index) => (cardCount(column) === 0 ? [index + 1] : []));
  if (empty.length === 0) return null;
  const left = board.columns.reduce((sum, column) => sum + cardCount(column), 0);
  if (rules.dealsWhenShort && left < board.columns.length) return null;
  return { code: 'deal_empty_column', params: { columns: empty } };
}

/** List the columns that would take the last *count* cards of *from*, left to right. */
export function targets(board: Board, from: number, count: number): number[] {
  return board.columns.flatMap((_, to) => (moveRefusal(board, { kind: 'move', from, to, count }) ? [] : [to]));
}

/** List the legal moves by source, length, then target. The stock deal is not among them. */
export function legalMoves(board: Board): RunMove[] {
  const moves: RunMove[] = [];
  board.columns.forEach((column, from) => {
    for (let count = 1; count <= runLength(column); count += 1) {
      for (const to of targets(board, from, count)) moves.push({ kind: 'move', from, to, count });
    }
  });
  return moves;
}

/** Whether a card is still unknown because the server has yet to answer. */
export function isWaiting(board: Board): boolean {
  return board.columns.some((column) => column.up.includes(null));
}

/**
 * Find the column that double tap and auto-place send a run to: one rank higher and the same suit
 * (the longest run it makes, then the leftmost), then another suit, then an empty column, but that
 * never for a whole column.
 */
export function bestColumn(
  board: Board,
  from: number,
  count: number,
): { to: number; preference: Preference } | Refusal {
  const refusal = sourceRefusal(board, from, count);
  if (refusal) return refusal;
  const source = board.columns[from]!;
  const first = source.up.at(-count) as Card;
  const takers = targets(board, from, count);
  let best: { to: number; run: number } | null = null;
  for (const to of takers) {
    const last = board.columns[to]!.up.at(-1);
    if (!last || suitOf(last) !== suitOf(first)) continue;
    const run = runLength(board.columns[to]!);
    if (!best || run > best.run) best = { to, run };
  }
  if (best) return { to: best.to, preference: 'same_suit' };
  const other = takers.find((to) => cardCount(board.columns[to]!) > 0);
  if (other !== undefined) return { to: other, preference: 'other_suit' };
  const empty = takers.find((to) => cardCount(board.columns[to]!) === 0);
  if (empty !== undefined && count < cardCount(source)) return { to: empty, preference: 'empty_column' };
  return { code: 'no_auto_target', params: { from: from + 1, count } };
}

/** How many cards the next stock deal lays down. */
export function nextRow(board: Board): number {
  return Math.min(board.columns.length, board.stock);
}

export function dealsLeft(board: Board): number {
  return Math.ceil(board.stock / board.columns.length);
}

export interface Played {
  readonly board: Board;
  readonly effects: readonly Effect[];
}

/**
 * Carry out a legal move or stock deal and what follows from it by itself, effects in the order in
 * which they happen. A card that must be revealed is `null` unless *known* tells it.
 */
export function play(board: Board, command: RunMove | { readonly kind: 'deal' }, known: Known = NOTHING_KNOWN): Played {
  const columns = [...board.columns];
  const foundations = [...board.foundations];
  const effects: Effect[] = [];
  let stock = board.stock;

  const turnUp = (index: number): void => {
    const column = columns[index]!;
    if (column.up.length > 0 || column.down === 0) return;
    const card = known.down(index, column.down - 1) ?? null;
    columns[index] = { down: column.down - 1, up: [card] };
    effects.push({ kind: 'turned_up', column: index, card });
  };
  const complete = (index: number): void => {
    const column = columns[index]!;
    const last = column.up.at(-1);
    if (!last || rankOf(last) !== 1 || runLength(column) < SEQUENCE_LENGTH) return;
    const suit = suitOf(last);
    columns[index] = { down: column.down, up: column.up.slice(0, -SEQUENCE_LENGTH) };
    foundations.push(suit);
    effects.push({ kind: 'sequence_removed', column: index, suit });
    turnUp(index);
  };

  if (command.kind === 'move') {
    const { from, to, count } = command;
    const source = columns[from]!;
    const cards = source.up.slice(-count);
    columns[from] = { down: source.down, up: source.up.slice(0, -count) };
    columns[to] = { down: columns[to]!.down, up: [...columns[to]!.up, ...cards] };
    effects.push({ kind: 'moved', from, to, cards });
    turnUp(from);
    complete(to);
  } else {
    const row = nextRow(board);
    const cards = Array.from({ length: row }, (_, column) => ({ column, card: known.stock(stock - column) ?? null }));
    for (const { column, card } of cards) {
      columns[column] = { down: columns[column]!.down, up: [...columns[column]!.up, card] };
    }
    stock -= row;
    effects.push({ kind: 'dealt', cards });
    for (const { column } of cards) complete(column);
  }
  return { board: { columns, stock, foundations }, effects };
}

/** Whether no card is left anywhere: the game is won. */
export function isWon(board: Board): boolean {
  return board.stock === 0 && board.columns.every((column) => cardCount(column) === 0);
}

/** What one action costs of the time, at least and at most: a forgotten page is not a night of thought. */
export const LEAST_ACTION_MS = 200;
export const MOST_ACTION_MS = 5 * 60 * 1000;

export function score(moves: number, sequences: number): number {
  return 500 - moves + 100 * sequences;
}
