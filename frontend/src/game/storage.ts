/** Moves that the server has not answered, kept on the device so that a closed page loses none. */
import type { Saved } from './queue';

const PREFIX = 'orbweaver.queue.';

export function store(gameId: string, saved: Saved): void {
  try {
    localStorage.setItem(PREFIX + gameId, JSON.stringify(saved));
  } catch {
    // A full or forbidden store costs only what a closed page would lose.
  }
}

export function drop(gameId: string): void {
  localStorage.removeItem(PREFIX + gameId);
}

export function recall(gameId: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + gameId) ?? 'null');
  } catch {
    return null;
  }
}
