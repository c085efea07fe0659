/** The recorded games that the server's engine is tested with too, and their position text. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Board, Card, Known, Suit } from '../src/board/types';
import { SUITS } from '../src/board/types';
import { variant, type Variant, type VariantName } from '../src/board/variants';

const DATA = new URL('../../tests/data/', import.meta.url);

export interface RecordedStep {
  do: string;
  state: string;
  removed?: number;
  moves: number;
  score: number;
  legal?: string[];
  can_deal?: boolean;
  deal_refused?: boolean;
}

export interface RecordedGame {
  id: string;
  variant: VariantName;
  end: string;
  start: string;
  stock: string;
  legal: string[];
  can_deal: boolean;
  steps: RecordedStep[];
}

export function recordedGames(): RecordedGame[] {
  const text = gunzipSync(readFileSync(new URL('recorded-games/recorded-games.jsonl.gz', DATA))).toString('utf8');
  return text
    .split('\n')
    .filter((line) => line)
    .map((line) => JSON.parse(line) as RecordedGame);
}

export function shuffleVectors(): {
  vectors: { game: string; kind: 'number' | 'seed'; key: number | string; first_ten: string; sha256_16: string }[];
  commitment: { date: string; variant: string; seed: string; sha256: string };
} {
  return JSON.parse(readFileSync(new URL('shuffle-vectors.json', DATA), 'utf8'));
}

export function cards(text: string): Card[] {
  return (text.match(/../g) ?? []) as Card[];
}

/** Read a position text: what the player sees, and the face-down cards under it. */
export function readPosition(text: string): { board: Board; hidden: Card[][] } {
  const [tableau, stock] = text.split(' #') as [string, string];
  const piles = tableau.split('|').map((column) => column.match(/../g) ?? []);
  const columns = piles.map((pile) => {
    const up = pile.filter((card) => card === card.toUpperCase()) as Card[];
    return { down: pile.length - up.length, up };
  });
  const hidden = piles.map((pile) => pile.map((card) => card.toUpperCase() as Card));
  return { board: { columns, stock: Number(stock), foundations: [] }, hidden: hidden.map((pile, i) => pile.slice(0, columns[i]!.down)) };
}

export function knownFrom(start: string, stock: string): Known {
  const { hidden } = readPosition(start);
  const order = cards(stock);
  return {
    down: (column, index) => hidden[column]?.[index],
    stock: (left) => order[order.length - left],
  };
}

/** Write a board as a position text again, its face-down cards taken from *known*. */
export function positionText(board: Board, known: Known): string {
  const columns = board.columns.map(
    (column, index) =>
      Array.from({ length: column.down }, (_, at) => known.down(index, at)!.toLowerCase()).join('') +
      column.up.map((card) => card ?? '??').join(''),
  );
  return `${columns.join('|')} #${board.stock}`;
}

export function rulesOf(game: RecordedGame): Variant {
  return variant(game.variant);
}

/** A board from short text: columns parted by `|`, `..` for a face-down card. */
export function table(text: string, stock = 0, foundations = ''): Board {
  const columns = text.split('|').map((column) => {
    const pile = column.trim() ? column.trim().split(/\s+/) : [];
    const down = pile.filter((card) => card === '..').length;
    return { down, up: pile.slice(down).map((card) => (card === '??' ? null : (card as Card))) };
  });
  return { columns, stock, foundations: [...foundations].filter((s): s is Suit => (SUITS as readonly string[]).includes(s)) };
}
