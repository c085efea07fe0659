/**
 * What of the table is drawn, and how. No DOM. Each thing is the same object for as long as nothing
 * of it changes, so that a command redraws what it changes and asks nothing of the rest.
 */
import type { Key } from './keys';
import type { ColumnBox, Layout, PlacedCard } from './layout';
import { same, settled } from './settled';
import { cardCount, type Card, type Column, type FaceUp, type RunMove } from './types';

export interface DrawnCard {
  readonly placed: PlacedCard;
  /** The face it shows, or showed last: one that is turned over again need not be drawn anew. */
  readonly face: Card | null;
  readonly lifted: boolean;
  readonly held: boolean;
  readonly glow: boolean;
  /** Milliseconds before its flight; undefined when it lies. */
  readonly delay: number | undefined;
}

export interface Lights {
  readonly lifted: ReadonlySet<Key>;
  readonly held: ReadonlySet<Key>;
  readonly glow: ReadonlySet<Key>;
  readonly flights: ReadonlyMap<Key, number>;
}

/** The cards on which any light falls. */
export function litKeys({ lifted, held, glow, flights }: Lights): Key[] {
  return [...lifted, ...held, ...glow, ...flights.keys()];
}

export function drawCard(placed: PlacedCard, { lifted, held, glow, flights }: Lights, was: DrawnCard | undefined): DrawnCard {
  const { key } = placed;
  const face = placed.face ?? was?.face ?? null;
  const card = { placed, face, lifted: lifted.has(key), held: held.has(key), glow: glow.has(key), delay: flights.get(key) };
  return settled(card, was);
}

/** A place by which a card is taken hold of, or that of an empty column. What lies on it hides the rest of it. */
export interface DrawnSpot {
  readonly index: number;
  /** Undefined in an empty column. */
  readonly card: FaceUp | undefined;
  readonly top: number;
  /** Of what shows of it, where the keyboard is: its ring goes round that. Undefined where all of the card will do. */
  readonly ring: number | undefined;
  /** The keyboard is here. */
  readonly current: boolean;
  readonly held: boolean;
}

/** A column, with a spot for each card that lies face up. */
export interface DrawnLane {
  readonly at: number;
  readonly box: ColumnBox;
  readonly pile: Column;
  readonly reach: number;
  /** Where the last card lies. */
  readonly last: number;
  /** How much of the face-down cards is seen; 0 when there are none. */
  readonly down: number;
  /** The card that the keyboard is at; -1 when it is in another column. */
  readonly cursor: number;
  /** The first card of the run that is held; Infinity when none of this column is. */
  readonly held: number;
  /** Lit up, because it would take the run that is held. */
  readonly taker: boolean;
  /** Where a hint sends its run. */
  readonly target: boolean;
  readonly spots: readonly DrawnSpot[];
}

export interface Marks {
  readonly cursor: { readonly column: number; readonly index: number };
  readonly held: { readonly column: number; readonly count: number } | null;
  readonly takers: readonly number[];
  readonly glow: RunMove | null;
}

export function drawLanes(layout: Layout, { cursor, held, takers, glow }: Marks, before: readonly DrawnLane[]): DrawnLane[] {
  const { board, metrics } = layout.of;
  return layout.columns.map((box, at) => {
    const was = before[at];
    const pile = board.columns[at]!;
    const lane = {
      at,
      box,
      pile,
      reach: Math.max(box.height, metrics.bottom - metrics.top),
      last: box.offsets.at(-1) ?? 0,
      down: pile.down > 0 ? (box.offsets[pile.down] ?? metrics.cardHeight) : 0,
      cursor: cursor.column === at ? cursor.index : -1,
      held: held?.column === at ? cardCount(pile) - held.count : Infinity,
      taker: takers.includes(at),
      target: glow?.to === at,
    };
    return was && same(lane, was) ? was : { ...lane, spots: drawSpots(lane, was?.spots ?? []) };
  });
}

function drawSpots({ box, pile, cursor, held }: Omit<DrawnLane, 'spots'>, before: readonly DrawnSpot[]): readonly DrawnSpot[] {
  if (cardCount(pile) === 0) return [{ index: 0, card: undefined, top: 0, ring: undefined, current: cursor >= 0, held: false }];
  return pile.up.map((card, place) => {
    const index = pile.down + place;
    const top = box.offsets[index]!;
    const below = box.offsets[index + 1];
    const current = cursor === index;
    const ring = current && below !== undefined ? below - top : undefined;
    return settled({ index, card, top, ring, current, held: index >= held }, before[place]);
  });
}
