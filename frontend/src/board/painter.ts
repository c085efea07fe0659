/**
 * Cards and columns on the screen. Their elements are made once and changed by hand: a command
 * touches a dozen of some hundred and fifty, `drawn` says which, and a framework's blocks and
 * effects for all of them cost several times what the change itself does.
 */
import { m } from '../i18n.svelte';
import { cardWord } from '../words';
import { drawCard, drawLanes, litKeys, type DrawnCard, type DrawnLane, type DrawnSpot, type Lights, type Marks } from './drawn';
import { faceElement } from './face';
import type { Key } from './keys';
import type { Layout, Metrics, Point } from './layout';
import type { Card } from './types';
import './painter.css';

/** Cards in the hand lie over those in flight, and those over all that lie. */
const [IN_FLIGHT, IN_HAND] = [1000, 2000];

export class Painter {
  readonly #root: HTMLElement;
  #metrics: Metrics | null = null;
  #height = 0;
  readonly #cards: DrawnCard[] = [];
  #lit: readonly Key[] = [];
  #lanes: readonly DrawnLane[] = [];
  readonly #cardElements: CardElement[] = [];
  readonly #laneElements: LaneElement[] = [];
  /** Cards still to be drawn: they leave after others. */
  #leaving: Key[] = [];
  /** What the columns are still to be drawn from. */
  #due: { readonly layout: Layout; readonly marks: Marks } | null = null;

  constructor(root: HTMLElement) {
    this.#root = root;
  }

  /**
   * Show the cards of *layout*, which is made from the layout shown before, and look only at those
   * that lie otherwise or are lit otherwise. Its columns are due with that, and the cards that wait
   * before they fly: columns are felt and heard rather than seen, and a card that waits is seen where
   * it was, so they need not hold up the frame.
   */
  draw(layout: Layout, lights: Lights, marks: Marks): void {
    const { metrics } = layout.of;
    const anew = metrics !== this.#metrics;
    const lit = litKeys(lights);
    const { cards, columns, moved } = layout;
    if (cards.length !== this.#cards.length || columns.length !== this.#laneElements.length) this.#lay(cards.length, columns.length);
    for (const key of new Set([...moved, ...lit, ...this.#lit])) {
      const placed = cards[key];
      // One that is still carried may be of another game.
      if (!placed) continue;
      const was = this.#cards[key];
      const card = (this.#cards[key] = drawCard(placed, lights, was));
      if (card === was && !anew) continue;
      if (card.delay) this.#leaving.push(key);
      else this.#cardElements[key]!.draw(card, metrics);
    }
    if (layout.height !== this.#height) this.#root.style.height = `${(this.#height = layout.height)}px`;
    if (!this.#due) this.#root.ariaBusy = 'true';
    this.#due = { layout, marks };
    [this.#metrics, this.#lit] = [metrics, lit];
  }

  /** Draw what is due. Whether a column has got other cards by that, or another place. */
  catchUp(): boolean {
    if (!this.#due) return false;
    const { layout, marks } = this.#due;
    for (const key of this.#leaving.splice(0)) this.#cardElements[key]!.draw(this.#cards[key]!, layout.of.metrics);
    const before = this.#lanes;
    const lanes = drawLanes(layout, marks, before);
    let changed = false;
    lanes.forEach((lane, at) => {
      const was = before[at];
      if (lane !== was) this.#laneElements[at]!.draw(lane);
      changed ||= lane.pile !== was?.pile || lane.box !== was.box;
    });
    this.#due = null;
    this.#root.ariaBusy = 'false';
    this.#lanes = lanes;
    return changed;
  }

  /** Have as many elements as another game needs. */
  #lay(cards: number, lanes: number): void {
    while (this.#cardElements.length < cards) this.#cardElements.push(new CardElement());
    while (this.#laneElements.length < lanes) this.#laneElements.push(new LaneElement());
    this.#cardElements.length = cards;
    this.#laneElements.length = lanes;
    this.#cards.length = 0;
    this.#lit = [];
    this.#leaving = [];
    this.#root.replaceChildren(...[...this.#cardElements, ...this.#laneElements].map(({ element }) => element));
  }

  /** Where a card is seen just now: on its way, if it flies. */
  whereabouts(key: Key): Point {
    return this.#cardElements[key]!.whereabouts();
  }

  /** Move a card by hand, for as long as it is drawn as lifted. */
  move(key: Key, to: Point): void {
    this.#cardElements[key]!.move(to);
  }

  /** The column that *element* is of, and which of its cards it takes hold of, if any. */
  placeOf(element: Element): { readonly column: number; readonly index: number | undefined } | null {
    const lane = element.closest('.lane');
    const column = this.#laneElements.findIndex((each) => each.element === lane);
    return column < 0 ? null : { column, index: this.#laneElements[column]!.indexOf(element) };
  }

  /** Whether the focus was on a card that has left, and is nowhere now. */
  lostFocus(): boolean {
    const { activeElement } = document;
    return activeElement === document.body || (activeElement instanceof HTMLElement && activeElement.hidden);
  }

  /** Bring the keyboard to a card, or to an empty column. */
  focus(column: number, index: number): void {
    this.catchUp();
    this.#laneElements[column]?.focus(index);
  }
}

class CardElement {
  readonly element = made('div', 'card');
  #turn: HTMLElement | null = null;
  #face: Card | null = null;
  #kind: Metrics['face'] | null = null;
  #classes = 'card';
  #where = '';
  #layer = 0;
  #delay = 0;

  constructor() {
    this.element.ariaHidden = 'true';
  }

  draw(card: DrawnCard, { face: kind }: Metrics): void {
    const { placed, face, lifted, delay } = card;
    const { element } = this;
    const { style } = element;
    if (face && (face !== this.#face || kind !== this.#kind)) {
      if (!this.#turn) element.append((this.#turn = made('div', 'turn')));
      this.#turn.replaceChildren(faceElement(face, kind === 'full'));
    }
    const classes = cardClasses(card);
    if (classes !== this.#classes) element.className = this.#classes = classes;
    // What is in the hand is where the hand is, and goes to its place when it is let go.
    if (!lifted) this.move(placed);
    const layer = placed.z + (lifted ? IN_HAND : delay !== undefined ? IN_FLIGHT : 0);
    if (layer !== this.#layer) style.zIndex = String((this.#layer = layer));
    if ((delay ?? 0) !== this.#delay) style.transitionDelay = `${(this.#delay = delay ?? 0)}ms`;
    this.#face = face;
    this.#kind = kind;
  }

  move(to: Point): void {
    const where = at(to);
    if (where !== this.#where) this.element.style.translate = this.#where = where;
  }

  whereabouts(): Point {
    const [x = 0, y = 0] = getComputedStyle(this.element).translate.split(' ').map(parseFloat);
    return { x, y };
  }
}

function at({ x, y }: Point): string {
  return `${x}px ${y}px`;
}

function cardClasses({ placed, lifted, held, glow }: DrawnCard): string {
  return (
    (placed.face ? 'card' : 'card down') +
    (lifted ? ' lifted' : '') +
    (held ? ' held' : '') +
    (glow ? ' glow' : '') +
    (placed.buried ? ' buried' : '')
  );
}

class LaneElement {
  readonly element = made('div', 'lane');
  readonly #mark = made('span', 'mark');
  /** The face-down cards: one thing to a pointer, and none to the keyboard. */
  readonly #down = made('span', 'spot');
  readonly #spots: SpotElement[] = [];
  #shown: DrawnLane | null = null;

  constructor() {
    this.element.role = 'group';
    this.element.append(this.#mark, this.#down);
  }

  draw(lane: DrawnLane): void {
    const { element } = this;
    const was = this.#shown;
    const { box, down, taker, target, spots } = lane;
    if (lane.at !== was?.at) element.dataset['column'] = String(lane.at);
    if (lane.pile !== was?.pile) element.ariaLabel = laneLabel(lane);
    if (taker !== was?.taker || target !== was.target) {
      element.className = 'lane' + (taker ? ' taker' : '') + (target ? ' target' : '');
    }
    if (box.x !== was?.box.x || box.y !== was.box.y) element.style.translate = at(box);
    if (lane.reach !== was?.reach) element.style.height = `${lane.reach}px`;
    if (taker || target) this.#mark.style.translate = `0 ${lane.last}px`;
    if (down !== was?.down) this.#down.style.height = `${down}px`;
    spots.forEach((spot, place) => {
      const shown = (this.#spots[place] ??= new SpotElement(element));
      if (spot !== was?.spots[place]) shown.draw(spot, lane.at);
    });
    for (let place = spots.length; place < (was?.spots.length ?? 0); place += 1) this.#spots[place]!.hide();
    this.#shown = lane;
  }

  /** Which card of its column *element* takes hold of; undefined when it is none that does. */
  indexOf(element: Element | null): number | undefined {
    if (element === this.#down) return 0;
    const place = this.#spots.findIndex((spot) => spot.element === element);
    return this.#shown?.spots[place]?.index;
  }

  focus(index: number): void {
    const place = this.#shown?.spots.findIndex((spot) => spot.index === index) ?? -1;
    this.#spots[place]?.element.focus({ preventScroll: true });
  }
}

function laneLabel({ at, pile: { down, up } }: DrawnLane): string {
  const column = at + 1;
  return down + up.length === 0 ? m.column_empty({ column }) : m.column_label({ column, down, up: up.length });
}

/** Copied for each spot, which costs less than setting what all have in common. */
const SPOT = made('button', 'spot');
SPOT.type = 'button';
SPOT.tabIndex = -1;
SPOT.ariaPressed = 'false';

/** A spot that its column does not need just now is hidden: bringing it back takes far less than making one. */
class SpotElement {
  readonly element = SPOT.cloneNode() as HTMLButtonElement;
  /** What the element says, also while it is hidden. */
  #shown: DrawnSpot | null = null;
  #pressed: string | null = 'false';

  constructor(lane: HTMLElement) {
    lane.append(this.element);
  }

  hide(): void {
    this.element.hidden = true;
  }

  draw(spot: DrawnSpot, column: number): void {
    const { element } = this;
    const was = this.#shown;
    const { card, top, ring, current, held } = spot;
    if (!was || card !== was.card) element.ariaLabel = card === undefined ? m.column_empty({ column: column + 1 }) : cardWord(card);
    const pressed = card === undefined ? null : String(held);
    if (pressed !== this.#pressed) element.ariaPressed = this.#pressed = pressed;
    if (element.hidden) element.hidden = false;
    if (current !== (was?.current ?? false)) element.tabIndex = current ? 0 : -1;
    if (top !== was?.top) element.style.translate = `0 ${top}px`;
    if (ring !== was?.ring) element.style.height = ring === undefined ? '' : `${ring}px`;
    this.#shown = spot;
  }
}

function made<Name extends 'div' | 'span' | 'button'>(name: Name, classes: string): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.className = classes;
  return element;
}
