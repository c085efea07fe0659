/** What can lie on a table. A card is named by rank and suit; two equal cards are one and the same here. */

export const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'] as const;
export const SUITS = ['S', 'H', 'D', 'C'] as const;

export type Rank = (typeof RANKS)[number];
export type Suit = (typeof SUITS)[number];
export type Card = `${Rank}${Suit}`;

/**
 * A card that lies face up by the rules. `null` is one that has just been turned up or dealt by a
 * move the server has not answered yet: it is there, but nobody here knows which it is.
 */
export type FaceUp = Card | null;

export interface Column {
  /** Face-down cards; they lie under all the others. */
  readonly down: number;
  /** Face-up cards, the playable one last. */
  readonly up: readonly FaceUp[];
}

/** What a player may see of a game: never a deal, never a face-down card. */
export interface Board {
  readonly columns: readonly Column[];
  /** Cards left in the stock. */
  readonly stock: number;
  /** Suits of the completed sequences. */
  readonly foundations: readonly Suit[];
}

/** Where a face-down card may be known from: it was seen before an undo, or the deal's number is public. */
export interface Known {
  /** The card at *index* (from the bottom, 0-based) of the opening's *column* (0-based). */
  down(column: number, index: number): Card | undefined;
  /** The card that is dealt when *left* cards are left in the stock, itself counted. */
  stock(left: number): Card | undefined;
}

export const NOTHING_KNOWN: Known = { down: () => undefined, stock: () => undefined };

/** Columns are 0-based here, as list indexes; what people see and what is sent counts from 1. */
export interface RunMove {
  readonly kind: 'move';
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

export type Command = RunMove | { readonly kind: 'deal' } | { readonly kind: 'undo' } | { readonly kind: 'give_up' };

export type Effect =
  | { readonly kind: 'moved'; readonly from: number; readonly to: number; readonly cards: readonly FaceUp[] }
  | { readonly kind: 'dealt'; readonly cards: readonly { readonly column: number; readonly card: FaceUp }[] }
  | { readonly kind: 'sequence_removed'; readonly column: number; readonly suit: Suit }
  | { readonly kind: 'turned_up'; readonly column: number; readonly card: FaceUp };

export function rankOf(card: Card): number {
  return RANKS.indexOf(card[0] as Rank) + 1;
}

export function suitOf(card: Card): Suit {
  return card[1] as Suit;
}

export function cardCount(column: Column): number {
  return column.down + column.up.length;
}
