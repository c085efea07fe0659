/**
 * What lies on the table at this instant. It runs behind the game by the length of an animation:
 * a completed sequence is seen whole before it leaves, dealt cards leave the stock one by one.
 */
import { firstKeys, follow, type Key, type Keys } from '../board/keys';
import type { Board, Effect } from '../board/types';
import { applyEffects } from './queue';

const EMPTY: Board = { columns: [], stock: 0, foundations: [] };

/** Milliseconds: between two dealt cards, between two cards of a leaving sequence, and of one flight. */
const DEAL_STEP = 48;
const SEQUENCE_STEP = 26;
export const FLIGHT = 340;

/** Whether the player wants less motion: then nothing flies, and nothing is waited for. */
function isCalm(): boolean {
  return document.documentElement.getAttribute('data-motion') === 'less';
}

interface Scene {
  readonly board: Board;
  readonly keys: Keys;
  /** Cards on their way, with the milliseconds each waits before it leaves. */
  readonly flights: ReadonlyMap<Key, number>;
}

const NONE: Scene['flights'] = new Map();

export class Stage {
  #scene = $state.raw<Scene>({ board: EMPTY, keys: firstKeys(EMPTY), flights: NONE });
  #later: Board[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #landing: ReturnType<typeof setTimeout> | undefined;

  get board(): Board {
    return this.#scene.board;
  }

  get keys(): Keys {
    return this.#scene.keys;
  }

  get flights(): Scene['flights'] {
    return this.#scene.flights;
  }

  /** Lay out another game; nothing flies. */
  set(board: Board): void {
    this.#clear();
    this.#scene = { board, keys: firstKeys(board), flights: NONE };
  }

  /** Go to *boards* one after the other. What was still to come before is caught up with at once. */
  play(boards: readonly Board[]): void {
    const [next, ...later] = boards.length > 1 && isCalm() ? boards.slice(-1) : boards;
    this.#clear();
    if (!next) return;
    const wait = this.#go(next);
    this.#later = later;
    if (later.length > 0) this.#timer = setTimeout(() => this.#advance(), wait);
  }

  #advance(): void {
    const waiting = this.#later;
    this.#later = [];
    this.play(waiting);
  }

  /** Correct what is shown, or about to be, without hurrying what is still being shown. */
  update(board: Board): void {
    if (this.#later.length > 0) this.#later = [...this.#later.slice(0, -1), board];
    else this.#go(board);
  }

  /** Catch up at once: somebody reaches for a card. Whether anything was still to come. */
  hurry(): boolean {
    const last = this.#later.at(-1);
    if (!last) return false;
    this.play([last]);
    return true;
  }

  #clear(): void {
    clearTimeout(this.#timer);
    this.#later = [];
  }

  #go(next: Board): number {
    const before = this.keys;
    const keys = follow(before, this.board, next);
    const flights = new Map<Key, number>();
    // A pile that has not changed has the keys it had, in the same list.
    keys.columns.forEach((column, at) => {
      const old = before.columns[at] ?? [];
      if (column === old) return;
      let kept = 0;
      while (kept < column.length && column[kept] === old[kept]) kept += 1;
      for (const key of column.slice(kept)) {
        if (!old.includes(key)) flights.set(key, before.stock.includes(key) ? at * DEAL_STEP : 0);
      }
    });
    keys.foundations.forEach((sequence, at) => {
      if (sequence === before.foundations[at]) return;
      // The ace, on top of the column, leaves first.
      sequence.forEach((key, index) => flights.set(key, (sequence.length - 1 - index) * SEQUENCE_STEP));
    });
    if (keys.stock !== before.stock) for (const key of keys.stock) if (!before.stock.includes(key)) flights.set(key, 0);
    if (flights.size === 0 || isCalm()) {
      // What is on its way stays so: a face that the server tells is no new flight.
      this.#scene = { ...this.#scene, board: next, keys };
      return 0;
    }
    clearTimeout(this.#landing);
    this.#scene = { board: next, keys, flights };
    const longest = Math.max(...flights.values()) + FLIGHT;
    this.#landing = setTimeout(() => (this.#scene = { ...this.#scene, flights: NONE }), longest + 60);
    return longest;
  }
}

/** The boards to show in turn: one before each sequence leaves, then the last. */
export function stagesOf(before: Board, effects: readonly Effect[], after: Board): Board[] {
  const stages: Board[] = [];
  effects.forEach((effect, index) => {
    if (effect.kind === 'sequence_removed') stages.push(applyEffects(before, effects.slice(0, index)));
  });
  return [...stages, after];
}
