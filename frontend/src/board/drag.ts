/** From the screen to the table and back, flat or in perspective. No DOM. */
import type { Point } from './layout';

/** How the table is tilted: by *angle* (radians) round a horizontal axis through *origin*, seen from *distance*. */
export interface Tilt {
  readonly angle: number;
  readonly distance: number;
  readonly origin: Point;
}

export const FLAT: Tilt = { angle: 0, distance: 1, origin: { x: 0, y: 0 } };

/** Where a point on the screen, relative to the untilted table's corner, lies on the table. */
export function tablePoint(screen: Point, tilt: Tilt): Point {
  if (tilt.angle === 0) return screen;
  const x = screen.x - tilt.origin.x;
  const y = screen.y - tilt.origin.y;
  // A table point (u, v) is seen at v cos a · d / (d - v sin a), and u shrinks alike.
  const v = (y * tilt.distance) / (Math.cos(tilt.angle) * tilt.distance + y * Math.sin(tilt.angle));
  const u = (x * (tilt.distance - v * Math.sin(tilt.angle))) / tilt.distance;
  return { x: u + tilt.origin.x, y: v + tilt.origin.y };
}

/** The column whose middle is nearest to *x*, or null when that is more than a column away. */
export function columnAt(x: number, columnX: readonly number[], cardWidth: number): number | null {
  let best: number | null = null;
  let least = cardWidth * 1.1;
  columnX.forEach((left, index) => {
    const away = Math.abs(left + cardWidth / 2 - x);
    if (away < least) {
      least = away;
      best = index;
    }
  });
  return best;
}

/** Choose among the columns near a dropped run: one that takes it, nearest first, else the nearest. */
export function dropColumn(
  x: number,
  takers: readonly number[],
  columnX: readonly number[],
  cardWidth: number,
  from: number,
): number | null {
  const nearest = columnAt(x, columnX, cardWidth);
  if (nearest === null || nearest === from || takers.includes(nearest)) return nearest;
  const reach = cardWidth * 0.95;
  const near = takers
    .map((column) => ({ column, away: Math.abs(columnX[column]! + cardWidth / 2 - x) }))
    .filter(({ away }) => away < reach)
    .sort((a, b) => a.away - b.away);
  return near[0]?.column ?? nearest;
}
