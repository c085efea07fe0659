/** Where every card lies, in pixels. No DOM: from a board, its keys and the room there is. */
import type { Key, Keys } from './keys';
import { cardCount, RANKS, type Board, type Card, type Column, type FaceUp } from './types';

export interface Room {
  readonly width: number;
  readonly height: number;
  /** The stock and the foundations on the left. */
  readonly leftHanded: boolean;
}

export interface Metrics {
  readonly cardWidth: number;
  readonly cardHeight: number;
  /** `rail`: stock and foundations beside the columns; `dock`: below them. */
  readonly piles: 'rail' | 'dock';
  /** `full` shows pips and courts; `compact` one big suit. */
  readonly face: 'compact' | 'full';
  /** Size of rank and suit in a card's corner. */
  readonly indexSize: number;
  /** The lowest strip that still shows rank and suit. */
  readonly indexStrip: number;
  readonly top: number;
  /** How far down a column may reach. */
  readonly bottom: number;
  readonly columnX: readonly number[];
  readonly stock: Point;
  readonly foundations: Point;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface PlacedCard extends Point {
  readonly key: Key;
  readonly z: number;
  /** `null`: face up by the rules, but not known yet; undefined: face down. */
  readonly face: FaceUp | undefined;
  /** Lies under others of its pile, so nothing of it is seen. */
  readonly buried: boolean;
}

export interface ColumnBox extends Point {
  readonly width: number;
  readonly height: number;
  /** Top of each card, from the column's top; the last card is a whole card high. */
  readonly offsets: readonly number[];
}

export interface Layout {
  /** Each at the index that is its key: the order stays for a whole game, whatever moves. */
  readonly cards: readonly PlacedCard[];
  /** The cards that lie otherwise than in the layout before; all of them when there was none. */
  readonly moved: readonly Key[];
  readonly columns: readonly ColumnBox[];
  /** How high the table must be to show all: more than the room only when a column can't be compressed further. */
  readonly height: number;
  /** What was laid out. */
  readonly of: { readonly board: Board; readonly keys: Keys; readonly metrics: Metrics };
}

const ASPECT = 1.4;
const SEQUENCE = [...RANKS].reverse();

function clamp(low: number, value: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}

/** Size the cards from width and height, so that they keep their size for a whole game. */
export function measure(room: Room, columns: number): Metrics {
  const { width, height } = room;
  const piles = width > height * 1.12 ? 'rail' : 'dock';
  const margin = clamp(3, width * 0.012, 22);
  const lanes = piles === 'rail' ? columns + 1 : columns;
  // Gaps are a share of a card, a wider one parts the rail from the columns.
  const gapShare = width < 500 ? 0.07 : 0.12;
  const railShare = piles === 'rail' ? 0.22 : 0;
  const byWidth = (width - 2 * margin) / (lanes + (lanes - 1) * gapShare + railShare);
  const byHeight = (height * (piles === 'rail' ? 0.285 : 0.2)) / ASPECT;
  const cardWidth = Math.floor(clamp(24, Math.min(byWidth, byHeight), 156));
  const cardHeight = Math.round(cardWidth * ASPECT);
  const gap = piles === 'rail' || byWidth <= byHeight ? cardWidth * gapShare : Math.min(cardWidth * 0.3, (width - 2 * margin - lanes * cardWidth) / Math.max(1, lanes - 1));
  const indexSize = Math.round(clamp(12, Math.min(cardWidth * (cardWidth < 64 ? 0.42 : 0.25), height / 26), 30));
  const indexStrip = Math.ceil(indexSize * 1.12) + 2;

  const rail = piles === 'rail' ? cardWidth * (1 + gapShare + railShare) : 0;
  const used = columns * cardWidth + (columns - 1) * gap;
  const slack = Math.max(0, width - 2 * margin - rail - used);
  const left = margin + slack / 2 + (room.leftHanded ? rail : 0);
  const top = Math.round(clamp(6, height * 0.022, 20));
  const dockHeight = piles === 'dock' ? cardHeight + 12 : 0;
  const columnX = Array.from({ length: columns }, (_, index) => Math.round(left + index * (cardWidth + gap)));
  const railX = Math.round(room.leftHanded ? margin : width - margin - cardWidth);
  const dockY = Math.round(height - cardHeight - 6);
  const right = Math.round(width - margin - cardWidth);
  return {
    cardWidth,
    cardHeight,
    piles,
    face: cardWidth >= 64 ? 'full' : 'compact',
    indexSize,
    indexStrip,
    top,
    bottom: Math.round(height - dockHeight - 6),
    columnX,
    stock: piles === 'rail' ? { x: railX, y: dockY } : { x: room.leftHanded ? Math.round(margin) : right, y: dockY },
    foundations:
      piles === 'rail' ? { x: railX, y: top } : { x: room.leftHanded ? right : Math.round(margin), y: dockY },
  };
}

/** The strips a column's cards show: as high as looks good, compressed together as far as the index allows. */
export function fan(column: Column, metrics: Metrics): { offsets: number[]; height: number } {
  const { cardHeight, indexStrip, top, bottom } = metrics;
  const count = cardCount(column);
  const downBest = clamp(4, cardHeight * 0.11, 16);
  const downLeast = Math.min(downBest, 3);
  // A full face starts its pips below the strip, so that a fan shows indices and nothing else.
  const upBest = Math.max(indexStrip, metrics.face === 'full' ? metrics.indexSize * 1.42 : cardHeight * 0.27);
  const last = column.up.length > 0 ? 1 : 0;
  const downStrips = column.down - (last ? 0 : 1);
  const upStrips = column.up.length - last;
  const least = downStrips * downLeast + upStrips * indexStrip;
  const best = downStrips * downBest + upStrips * upBest;
  const space = bottom - top - cardHeight;
  const ease = best <= space ? 1 : best > least ? clamp(0, (space - least) / (best - least), 1) : 0;
  const down = downLeast + (downBest - downLeast) * ease;
  const up = indexStrip + (upBest - indexStrip) * ease;
  const offsets: number[] = [];
  let y = 0;
  for (let index = 0; index < count; index += 1) {
    offsets.push(Math.round(y));
    y += index < column.down ? down : up;
  }
  return { offsets, height: (offsets.at(-1) ?? 0) + cardHeight };
}

/**
 * Place all cards: columns, stock (one step a deal that is left), foundations (one step a sequence).
 * A pile that is as it was in *before* is not laid out again, and a card that lies as it did is the
 * same object.
 */
export function layOutCards(board: Board, keys: Keys, metrics: Metrics, before: Layout | null = null): Layout {
  const was = before?.of.metrics === metrics ? before : null;
  const cards: PlacedCard[] = was ? [...was.cards] : [];
  const moved: Key[] = [];
  const place: Place = (key, x, y, z, face, buried) => {
    const lies = cards[key];
    if (lies?.x === x && lies.y === y && lies.z === z && lies.face === face && lies.buried === buried) return;
    cards[key] = { key, x, y, z, face, buried };
    moved.push(key);
  };
  const columns = board.columns.map((column, at): ColumnBox => {
    if (was && column === was.of.board.columns[at] && keys.columns[at] === was.of.keys.columns[at]) return was.columns[at]!;
    const x = metrics.columnX[at]!;
    const { offsets, height } = fan(column, metrics);
    offsets.forEach((offset, index) => {
      const face = index < column.down ? undefined : (column.up[index - column.down] ?? null);
      place(keys.columns[at]![index]!, x, metrics.top + offset, index + 1, face, false);
    });
    return { x, y: metrics.top, width: metrics.cardWidth, height, offsets };
  });
  if (!was || keys.stock !== was.of.keys.stock || keys.foundations !== was.of.keys.foundations) placePiles(board, keys, metrics, place);
  const height = Math.max(...columns.map((column) => column.y + column.height + 6), 0);
  return { cards, moved, columns, height, of: { board, keys, metrics } };
}

type Place = (key: Key, x: number, y: number, z: number, face: FaceUp | undefined, buried: boolean) => void;

/** Place the stock and the foundations. */
function placePiles(board: Board, keys: Keys, metrics: Metrics, place: Place): void {
  const { cardWidth, cardHeight } = metrics;
  const step = Math.max(3, Math.round(cardWidth * 0.09));
  const rows = Math.ceil(board.stock / board.columns.length);
  const mirrored = metrics.stock.x > metrics.columnX[0]! ? -1 : 1;
  keys.stock.forEach((key, index) => {
    const fromBottom = board.stock - 1 - index;
    // The next row to be dealt lies on top, a step aside for each row under it.
    const row = rows - 1 - Math.floor(index / board.columns.length);
    const isTop = index % board.columns.length === 0;
    const x = metrics.piles === 'dock' ? metrics.stock.x + mirrored * row * step * 1.4 : metrics.stock.x;
    const y = metrics.piles === 'dock' ? metrics.stock.y : metrics.stock.y - row * step;
    place(key, Math.round(x), Math.round(y), fromBottom + 1, undefined, !isTop);
  });

  const across = Math.max(8, Math.round(cardWidth * 0.42));
  const room = metrics.piles === 'rail' ? metrics.stock.y - rows * step - cardHeight - metrics.top - 8 : Infinity;
  const downward = Math.max(4, Math.min(metrics.indexStrip + 2, Math.floor(room / 7)));
  const inward = metrics.foundations.x > metrics.columnX[0]! ? -1 : 1;
  board.foundations.forEach((suit, at) => {
    const x = metrics.piles === 'dock' ? metrics.foundations.x + inward * at * across : metrics.foundations.x;
    const y = metrics.piles === 'dock' ? metrics.foundations.y : metrics.foundations.y + at * downward;
    SEQUENCE.forEach((rank, index) => {
      // The king stays on top, as the mark of a finished sequence; the ace is the first to arrive.
      const face = `${rank}${suit}` as Card;
      place(keys.foundations[at]![index]!, Math.round(x), Math.round(y), at * 13 + (13 - index), face, index > 0);
    });
  });
}
