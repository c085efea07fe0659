/** Card art as path text: the suits, and each rank's pips drawn as one path, so that a face is cheap. */
import type { Rank, Suit } from './types';

/** Drawn in a box from -50 to 50, absolute commands of point pairs only, so that `placed` can move them. */
export const SUIT_PATHS: Record<Suit, string> = {
  S: 'M0 -50C8 -35 46 -12 46 13C46 26 36 34 25 34C16 34 9 29 5 21C6 34 10 42 18 48L-18 48C-10 42 -6 34 -5 21C-9 29 -16 34 -25 34C-36 34 -46 26 -46 13C-46 -12 -8 -35 0 -50Z',
  H: 'M0 47C-8 33 -47 10 -47 -17C-47 -35 -36 -45 -24 -45C-12 -45 -4 -37 0 -26C4 -37 12 -45 24 -45C36 -45 47 -35 47 -17C47 10 8 33 0 47Z',
  D: 'M0 -50C8 -33 22 -14 38 0C22 14 8 33 0 50C-8 33 -22 14 -38 0C-22 -14 -8 -33 0 -50Z',
  C: 'M0 -48C12 -48 22 -38 22 -26C22 -19 19 -13 14 -9C17 -11 21 -12 25 -12C38 -12 47 -2 47 10C47 23 37 32 25 32C16 32 9 28 5 20C6 33 10 42 18 48L-18 48C-10 42 -6 33 -5 20C-9 28 -16 32 -25 32C-37 32 -47 23 -47 10C-47 -2 -38 -12 -25 -12C-21 -12 -17 -11 -14 -9C-19 -13 -22 -19 -22 -26C-22 -38 -12 -48 0 -48Z',
};

/** Pips in a body of 100 by 128, top to bottom; the lower half stands on its head. */
const [L, M, R] = [22, 50, 78];
const PIPS: Partial<Record<Rank, readonly (readonly [number, number])[]>> = {
  '2': [[M, 18], [M, 110]],
  '3': [[M, 18], [M, 64], [M, 110]],
  '4': [[L, 18], [R, 18], [L, 110], [R, 110]],
  '5': [[L, 18], [R, 18], [M, 64], [L, 110], [R, 110]],
  '6': [[L, 18], [R, 18], [L, 64], [R, 64], [L, 110], [R, 110]],
  '7': [[L, 18], [R, 18], [M, 41], [L, 64], [R, 64], [L, 110], [R, 110]],
  '8': [[L, 18], [R, 18], [M, 41], [L, 64], [R, 64], [M, 87], [L, 110], [R, 110]],
  '9': [[L, 15], [R, 15], [L, 48], [R, 48], [M, 64], [L, 80], [R, 80], [L, 113], [R, 113]],
  T: [[L, 15], [R, 15], [M, 32], [L, 48], [R, 48], [L, 80], [R, 80], [M, 96], [L, 113], [R, 113]],
};

function placed(path: string, x: number, y: number, scale: number, flip: boolean): string {
  return path.replace(/(-?\d+) (-?\d+)/g, (_, px: string, py: string) => {
    const at = (value: number): string => String(Math.round(value * 10) / 10);
    const turn = flip ? -1 : 1;
    return `${at(x + Number(px) * scale * turn)} ${at(y + Number(py) * scale * turn)}`;
  });
}

const drawn = new Map<string, string>();

/** The body of a face as one path in a box of 100 by 128: pips, or one large suit for the ace. */
export function bodyPath(rank: Rank, suit: Suit): string {
  const name = rank + suit;
  let path = drawn.get(name);
  if (path === undefined) {
    const pips = PIPS[rank];
    path = pips
      ? pips.map(([x, y]) => placed(SUIT_PATHS[suit], x, y, 0.26, y > 64)).join('')
      : placed(SUIT_PATHS[suit], 50, 64, 0.74, false);
    drawn.set(name, path);
  }
  return path;
}

export function rankText(rank: Rank): string {
  return rank === 'T' ? '10' : rank;
}
