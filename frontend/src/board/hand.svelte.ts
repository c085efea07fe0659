/** What a player does to a table with a pointer or with keys: take up, carry, put down, walk about. */
import { flushSync } from 'svelte';
import { m } from '../i18n.svelte';
import { cardsWord } from '../words';
import { dropColumn, tablePoint, type Tilt } from './drag';
import type { Key, Keys } from './keys';
import type { Metrics, Point } from './layout';
import type { Painter } from './painter';
import { pickedCount, targets } from './rules';
import { cardCount, type Board, type RunMove } from './types';

/** A card, or an empty column. */
export interface Place {
  readonly column: number;
  readonly index: number;
}

export interface Held {
  readonly column: number;
  readonly count: number;
}

/** The game that is played by hand. */
export interface Play {
  /** What lies there now; it may run behind *board* by an animation. */
  readonly stage: {
    readonly board: Board;
    readonly keys: Keys;
    readonly flights: ReadonlyMap<Key, number>;
    hurry(): boolean;
  };
  /** What commands are judged on. */
  readonly board: Board;
  readonly doubleTap: boolean;
  readonly autoPlace: boolean;
  /** A table to look at: nothing can be taken from it. */
  readonly still?: boolean;
  readonly onmove: (move: RunMove) => boolean;
  readonly onauto: (from: number, count: number) => boolean;
  readonly onsay: (text: string) => void;
}

/** The table as it stands on the screen. */
export interface Surface {
  readonly root: HTMLElement;
  readonly painter: Painter;
  readonly metrics: Metrics;
  readonly tilt: Tilt;
}

interface Press extends Place {
  readonly id: number;
  /** How many cards it takes hold of. */
  readonly count: number;
  /** Where the pointer went down on the screen. */
  readonly screen: Point;
  /** Since the pointer was moved: what is carried. */
  carried: Carried | null;
}

interface Carried {
  /** The table's corner on the screen; it stays where it is while a finger is down. */
  readonly corner: Point;
  readonly start: Point;
  readonly keys: readonly Key[];
  /** Where the cards were when they were taken up. */
  readonly origins: readonly Point[];
}

/** A slide shorter than this is a tap. */
const DRAG_THRESHOLD = 6;
const DOUBLE_TAP_MS = 340;
const NONE: ReadonlySet<Key> = new Set();
const NO_TAP = { column: -1, count: 0, at: 0 };

export class Hand {
  /** Cards that follow the pointer. */
  lifted = $state.raw<ReadonlySet<Key>>(NONE);
  #held = $state.raw<(Held & { readonly columnCount: number }) | null>(null);
  #asked = $state.raw<Place>({ column: 0, index: 0 });
  readonly #play: Play;
  readonly #surface: () => Surface;
  #press: Press | null = null;
  #lastTap = NO_TAP;
  /** Whether the focus is on the table, or was on a card that has left it. */
  #inside = false;

  constructor(play: Play, surface: () => Surface) {
    this.#play = play;
    this.#surface = surface;
  }

  /** The run that was picked up; one that is no longer there, or no longer free (an undo, a deal, another device), is not held. */
  get held(): Held | null {
    const held = this.#held;
    const pile = held && this.#play.board.columns[held.column];
    return pile && cardCount(pile) === held.columnCount && pickedCount(pile, held.columnCount - held.count) === held.count ? held : null;
  }

  #pick(column: number, count: number): void {
    this.#held = { column, count, columnCount: cardCount(this.#play.board.columns[column]!) };
  }

  get heldKeys(): ReadonlySet<Key> {
    const { held } = this;
    return held ? new Set(this.#play.stage.keys.columns[held.column]?.slice(-held.count)) : NONE;
  }

  /** The columns that would take what is held. */
  get takers(): readonly number[] {
    const { held } = this;
    return held ? targets(this.#play.board, held.column, held.count) : [];
  }

  /** Where the keyboard is. */
  get cursor(): Place {
    return nearest(this.#play.stage.board, this.#asked);
  }

  /** Hear what is done on the table. Delegated listeners would cost each event more than what it does here. */
  readonly listen = (root: HTMLElement): (() => void) => {
    const listeners: Record<string, (event: never) => void> = {
      pointerdown: this.#pressDown,
      pointermove: this.#pressMove,
      pointerup: this.#pressUp,
      pointercancel: this.#pressCancel,
      keydown: this.#keyDown,
      focusin: this.#focusIn,
      focusout: this.#focusOut,
    };
    for (const [kind, listener] of Object.entries(listeners)) root.addEventListener(kind, listener as EventListener);
    return () => {
      for (const [kind, listener] of Object.entries(listeners)) root.removeEventListener(kind, listener as EventListener);
    };
  };

  // --- pointer ---

  readonly #pressDown = (event: PointerEvent): void => {
    const { board, stage, still } = this.#play;
    if (event.button !== 0 || this.#press || still) return;
    // A hand on the table sees what is judged, not what is still being shown.
    const { painter } = this.#surface();
    if (stage.hurry()) flushSync();
    const under = painter.catchUp() ? document.elementFromPoint(event.clientX, event.clientY) : (event.target as Element);
    const place = under && painter.placeOf(under);
    if (!place) return;
    const { column } = place;
    const pile = board.columns[column]!;
    const index = place.index ?? cardCount(pile) - 1;
    const screen = { x: event.clientX, y: event.clientY };
    this.#press = { id: event.pointerId, column, index, count: pickedCount(pile, index), screen, carried: null };
  };

  readonly #pressMove = (event: PointerEvent): void => {
    const press = this.#press;
    if (!press || event.pointerId !== press.id) return;
    if (!press.carried) {
      const { x, y } = press.screen;
      if (press.count === 0 || Math.hypot(event.clientX - x, event.clientY - y) < DRAG_THRESHOLD) return;
      this.#surface().root.setPointerCapture(event.pointerId);
      press.carried = this.#lift(press);
    }
    const { corner, start, keys, origins } = press.carried;
    const { painter } = this.#surface();
    const { x, y } = this.#pointOf(event.clientX, event.clientY, corner);
    keys.forEach((key, index) => {
      const origin = origins[index]!;
      painter.move(key, { x: origin.x + x - start.x, y: origin.y + y - start.y });
    });
  };

  /** Take the run under the pointer up, from wherever it is just now: a card caught in flight is held there. */
  #lift({ column, count, screen }: Press): Carried {
    const { root, painter } = this.#surface();
    const corner = root.getBoundingClientRect();
    const keys = this.#play.stage.keys.columns[column]!.slice(-count);
    const origins = keys.map((key) => painter.whereabouts(key));
    this.lifted = new Set(keys);
    this.#pick(column, count);
    return { corner, start: this.#pointOf(screen.x, screen.y, corner), keys, origins };
  }

  #pointOf(x: number, y: number, corner: Point): Point {
    return tablePoint({ x: x - corner.x, y: y - corner.y }, this.#surface().tilt);
  }

  readonly #pressUp = (event: PointerEvent): void => {
    const press = this.#press;
    if (!press || event.pointerId !== press.id) return;
    this.#press = null;
    const { carried, column } = press;
    if (!carried) {
      this.#tap(press, event.timeStamp);
      return;
    }
    const { cardWidth, columnX } = this.#surface().metrics;
    const { takers } = this;
    const { x } = this.#pointOf(event.clientX, event.clientY, carried.corner);
    const middle = carried.origins[0]!.x + x - carried.start.x + cardWidth / 2;
    // The pointer says more than the card's middle when it is on a column that takes the run.
    const under = dropColumn(x, takers, columnX, cardWidth, column);
    const near = dropColumn(middle, takers, columnX, cardWidth, column);
    const precise = under !== null && (takers.includes(under) || near === null || !takers.includes(near));
    this.#drop(press, precise ? under : near);
  };

  readonly #pressCancel = (event: PointerEvent): void => {
    const press = this.#press;
    if (!press || event.pointerId !== press.id) return;
    this.#press = null;
    this.#drop(press, null);
  };

  #drop({ column, count }: Press, target: number | null): void {
    this.lifted = NONE;
    this.#held = null;
    if (target === null || target === column) return;
    if (this.#play.autoPlace) this.#play.onauto(column, count);
    else this.#play.onmove({ kind: 'move', from: column, to: target, count });
  }

  /** Pick up, put down, or send to the best column. */
  #tap({ column, index, count }: Press, at: number): void {
    this.#asked = { column, index };
    const last = this.#lastTap;
    if (this.#play.doubleTap && count > 0 && last.column === column && last.count === count && at - last.at < DOUBLE_TAP_MS) {
      this.#lastTap = NO_TAP;
      this.#held = null;
      this.#play.onauto(column, count);
      return;
    }
    this.#lastTap = { column, count, at };
    this.#act({ column, index });
  }

  #act({ column, index }: Place): void {
    const { held } = this;
    const pile = this.#play.board.columns[column]!;
    if (held && held.column !== column) {
      this.#held = null;
      this.#play.onmove({ kind: 'move', from: held.column, to: column, count: held.count });
      return;
    }
    const count = pickedCount(pile, index);
    if (count === 0) return;
    if (held?.count === count) {
      this.#putBack();
      return;
    }
    this.#pick(column, count);
    this.#play.onsay(m.said_picked({ cards: cardsWord(pile.up.slice(-count)) }));
  }

  #putBack(): void {
    this.#held = null;
    this.#play.onsay(m.said_put_back());
  }

  // --- keyboard ---

  /** Bring the keyboard to the table. */
  focus(): void {
    // What is drawn next may not be there yet.
    flushSync();
    const { column, index } = this.cursor;
    this.#surface().painter.focus(column, index);
  }

  /** Cards come and go under the focus: it stays on the same column, at its end. */
  keepFocus(): void {
    if (this.#inside && this.#surface().painter.lostFocus()) this.focus();
  }

  #walk(column: number, index: number): void {
    this.#asked = nearest(this.#play.board, { column, index });
    this.focus();
  }

  readonly #keyDown = (event: KeyboardEvent): void => {
    // Letters are the page's.
    if (event.ctrlKey || event.metaKey || event.altKey || /^\S$/.test(event.key)) return;
    if (this.#play.stage.hurry()) flushSync();
    const { column, index } = this.cursor;
    switch (event.key) {
      case 'ArrowLeft':
        this.#walk(column - 1, Infinity);
        break;
      case 'ArrowRight':
        this.#walk(column + 1, Infinity);
        break;
      case 'ArrowUp':
        this.#walk(column, index - 1);
        break;
      case 'ArrowDown':
        this.#walk(column, index + 1);
        break;
      case 'Home':
        this.#walk(0, Infinity);
        break;
      case 'End':
        this.#walk(-1, Infinity);
        break;
      case 'Enter':
      case ' ': {
        if (this.#play.still) return;
        const putsDown = this.held !== null && this.held.column !== column;
        this.#act({ column, index });
        if (putsDown) this.#walk(column, Infinity);
        break;
      }
      case 'Escape':
        if (!this.held) return;
        this.#putBack();
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  readonly #focusIn = ({ target }: FocusEvent): void => {
    this.#inside = true;
    const place = this.#surface().painter.placeOf(target as Element);
    if (!place) return;
    const { column, index = 0 } = place;
    const { cursor } = this;
    if (column !== cursor.column || index !== cursor.index) this.#asked = { column, index };
  };

  readonly #focusOut = ({ relatedTarget }: FocusEvent): void => {
    // Focus that goes nowhere was on a card that has left; anywhere else, the player went there.
    if (relatedTarget && !this.#surface().root.contains(relatedTarget as Node)) this.#inside = false;
  };
}

/** The place next to *place* that there is; columns go round. */
function nearest({ columns }: Board, place: Place): Place {
  const column = (place.column + columns.length) % columns.length;
  const pile = columns[column]!;
  const last = Math.max(0, cardCount(pile) - 1);
  return { column, index: Math.max(Math.min(pile.down, last), Math.min(place.index, last)) };
}
