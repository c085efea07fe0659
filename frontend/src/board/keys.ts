/**
 * Which thing on the screen is which card, through a whole game.
 *
 * The page does not know a face-down card, so a card's key says nothing about it: it is only the
 * name of one thing that moves. `follow` carries the keys from one board to the next, whatever
 * lies between them: a move, a stock deal, an undo, or an hour on another device.
 */
import { cardCount, RANKS, type Board, type Card, type FaceUp } from './types';

export type Key = number;

export interface Keys {
  readonly columns: readonly (readonly Key[])[];
  /** The card that is dealt next comes first. */
  readonly stock: readonly Key[];
  /** King first. */
  readonly foundations: readonly (readonly Key[])[];
}

const SEQUENCE = [...RANKS].reverse();

export function firstKeys(board: Board): Keys {
  let next = 0;
  const take = (count: number): Key[] => Array.from({ length: count }, () => next++);
  return {
    columns: board.columns.map((column) => take(cardCount(column))),
    stock: take(board.stock),
    foundations: board.foundations.map(() => take(SEQUENCE.length)),
  };
}

/** A place that needs a card: its face, `null` when that is not known, undefined when it lies face down. */
interface Vacancy {
  readonly face: FaceUp | undefined;
  readonly fill: (key: Key) => void;
}

interface Loose {
  readonly key: Key;
  readonly face: FaceUp | undefined;
}

function faceAt(board: Board, column: number, index: number): FaceUp | undefined {
  const { down, up } = board.columns[column]!;
  return index < down ? undefined : up[index - down];
}

/** Whether one card can have shown both faces: turning over and being revealed change nothing. */
function compatible(before: FaceUp | undefined, after: FaceUp | undefined): boolean {
  return !before || !after || before === after;
}

/** *now*, or *was* where both are the same: a pile that has not changed stays one object. */
function settled<Item>(now: readonly Item[], was: readonly Item[]): readonly Item[] {
  return now.length === was.length && now.every((item, index) => item === was[index]) ? was : now;
}

/**
 * Give the cards of *after* the keys that they had in *before*, moving as few cards as can be. A
 * pile that keeps its cards keeps its list of keys.
 */
export function follow(keys: Keys, before: Board, after: Board): Keys {
  const loose: Loose[] = [];
  const vacancies: Vacancy[] = [];
  const columns = after.columns.map((column, at): readonly Key[] => {
    const old = keys.columns[at] ?? [];
    const was = before.columns[at];
    if (column === was) return old;
    const wanted = cardCount(column);
    // What lies face down before and after is the same for all that anyone can see.
    let kept = Math.min(column.down, was?.down ?? 0);
    while (kept < old.length && kept < wanted && compatible(faceAt(before, at, kept), faceAt(after, at, kept))) kept += 1;
    if (kept === old.length && kept === wanted) return old;
    const pile = old.slice(0, kept);
    old.slice(kept).forEach((key, index) => loose.push({ key, face: faceAt(before, at, kept + index) }));
    for (let index = kept; index < wanted; index += 1) {
      vacancies.push({ face: faceAt(after, at, index), fill: (key) => (pile[index] = key) });
    }
    return pile;
  });

  const foundations = after.foundations.map((suit, at): readonly Key[] => {
    if (before.foundations[at] === suit && keys.foundations[at]) return keys.foundations[at];
    const pile: Key[] = [];
    SEQUENCE.forEach((rank, index) => {
      vacancies.push({ face: `${rank}${suit}` as Card, fill: (key) => (pile[index] = key) });
    });
    return pile;
  });
  before.foundations.forEach((suit, at) => {
    if (after.foundations[at] === suit) return;
    keys.foundations[at]!.forEach((key, index) => loose.push({ key, face: `${SEQUENCE[index]!}${suit}` as Card }));
  });

  // The stock is dealt from its front, so what it lost or got back is there.
  const dealt = Math.max(0, keys.stock.length - after.stock);
  const stock: Key[] = keys.stock.slice(dealt);
  const fromStock = keys.stock.slice(0, dealt);
  const missing = after.stock - stock.length;

  // A card that shows its face goes where that face is wanted; the others take what is left, in order.
  const open: Vacancy[] = [];
  for (const vacancy of vacancies) {
    const at = vacancy.face ? loose.findIndex(({ face }) => face === vacancy.face) : -1;
    if (at < 0) open.push(vacancy);
    else vacancy.fill(loose.splice(at, 1)[0]!.key);
  }
  const spare = [...fromStock];
  for (const vacancy of open) {
    const key = spare.shift() ?? loose.shift()?.key;
    if (key !== undefined) vacancy.fill(key);
  }
  const back = [...spare, ...loose.map(({ key }) => key)].slice(0, Math.max(0, missing));
  return { columns, stock: settled([...back, ...stock], keys.stock), foundations: settled(foundations, keys.foundations) };
}
