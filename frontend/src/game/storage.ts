/**
 * What this device keeps of games, under the name of their deal: moves that the server has not
 * answered, so that a closed page loses none, and practice games in play, so that they go on
 * without a server.
 */
import type { GameJson } from '../api/types';
import type { Saved } from './queue';

export interface Kept {
  readonly version: 3;
  readonly queue: Saved;
  /** The game as the server last described it; null where it does not know of it yet. */
  readonly game: GameJson | null;
  /** What makes the game that begins with these moves one game, however often it must be asked for. */
  readonly startKey: string;
  readonly at: number;
}

const PREFIX = 'orbweaver.kept.';
/** Games in play that are kept for the time without a server, apart from any with moves to send. */
const MOST_IDLE = 20;

export function pendingCount({ queue }: Kept): number {
  return queue.inFlight.length + queue.waiting.length;
}

export function store(name: string, kept: Kept): void {
  const text = JSON.stringify(kept);
  try {
    localStorage.setItem(PREFIX + name, text);
  } catch {
    // A full store makes room for what may be lost by leaving out what would only be convenient.
    prune(0);
    try {
      localStorage.setItem(PREFIX + name, text);
    } catch {
      // A forbidden one costs only what a closed page would lose.
    }
  }
}

export function drop(name: string): void {
  localStorage.removeItem(PREFIX + name);
}

export function recall(name: string): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null') as Kept | null;
    return kept?.version === 3 ? kept : null;
  } catch {
    return null;
  }
}

/** Forget the oldest games that have nothing to send. */
export function prune(most = MOST_IDLE): void {
  const idle: { readonly name: string; readonly at: number }[] = [];
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(PREFIX)) continue;
    const name = key.slice(PREFIX.length);
    const kept = recall(name);
    if (!kept) drop(name);
    else if (pendingCount(kept) === 0) idle.push({ name, at: kept.at });
  }
  idle.sort((one, other) => other.at - one.at);
  for (const { name } of idle.slice(most)) drop(name);
}

/**
 * Which of the player's open games of one deal goes on, if any: the one this device was at, else
 * the latest. Moves of a game that the server does not know yet come before all of them, since
 * they are nowhere else.
 */
export function goesOn<Game extends { readonly id: string }>(
  kept: Kept | null,
  open: readonly Game[],
): { readonly kind: 'kept' } | { readonly kind: 'game'; readonly game: Game } | { readonly kind: 'none' } {
  if (kept && !kept.game && pendingCount(kept) > 0) return { kind: 'kept' };
  const game = open.find(({ id }) => id === kept?.game?.id) ?? open[0];
  return game ? { kind: 'game', game } : { kind: 'none' };
}
