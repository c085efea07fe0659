/** What the whole page shares: the game on the table, the server's clock, and today. */
import * as api from './api';
import type { TimeJson } from './api/types';
import { codeText } from './board/codes';
import { variant, type VariantName } from './board/variants';
import { loadCode, loadDaily, loadToday, preferredVariant, preferVariant, startPicked, type Failed, type Loaded } from './game/load';
import type { GameSession } from './game/session.svelte';
import { go } from './router.svelte';

export type TableState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly session: GameSession }
  | Failed;

class App {
  table = $state.raw<TableState>({ kind: 'loading' });
  /** The address of the game on the table; other pages lead back there. */
  tablePath = $state('/');
  time = $state.raw<TimeJson | null>(null);
  /** A newer day than the one on the table; announced, never forced. */
  newDay = $state<string | null>(null);
  /** Server clock minus this device's, in milliseconds. */
  #skew = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  /** Tries the failed table again. */
  #again: () => void = () => undefined;
  #switch: ReturnType<typeof setTimeout> | undefined;
  #loads = 0;

  constructor() {
    addEventListener('online', () => this.retry());
  }

  /** Try at once what could not be laid out. */
  retry(): void {
    if (this.table.kind === 'failed') this.#again();
  }

  now(): number {
    return Date.now() + this.#skew;
  }

  /** Put the game of an address on the table, unless it lies there already. */
  async open(path: string, load: () => Promise<Loaded>): Promise<void> {
    if (this.table.kind === 'ready' && this.tablePath === path) return;
    const turn = ++this.#loads;
    clearTimeout(this.#retry);
    this.#leave();
    // Trying again goes on in silence; what is said about the failure stays until it is over.
    if (this.table.kind !== 'failed' || this.tablePath !== path) this.table = { kind: 'loading' };
    this.tablePath = path;
    const loaded = await load();
    if (turn !== this.#loads) {
      if (loaded.kind === 'session') loaded.session.close();
      return;
    }
    if (loaded.kind === 'session') {
      this.table = { kind: 'ready', session: loaded.session };
      return;
    }
    this.table = loaded;
    this.#again = () => void this.open(path, load);
    if (loaded.why !== 'missing') this.#retry = setTimeout(this.#again, loaded.retryMs ?? 8_000);
  }

  openToday(): Promise<void> {
    return this.open('/', () => loadToday(preferredVariant(), (time) => this.keepTime(time)));
  }

  /** Put today's deal of a variant on the table, whatever lies there. */
  playToday(name: VariantName): Promise<void> {
    preferVariant(name);
    this.newDay = null;
    this.forget();
    go('/');
    // The address may be the same as before, and then nothing else asks for the deal.
    return this.openToday();
  }

  openDaily(date: string, name: VariantName): Promise<void> {
    return this.open(`/d/${date}/${name}`, () => loadDaily(date, name));
  }

  openCode(code: string): Promise<void> {
    return this.open(`/g/${code}`, () => loadCode(code));
  }

  /** Let the server pick a practice deal; what to say about a failure, or null when it lies on the table. */
  async pick(type: 'random' | 'solvable', name: VariantName): Promise<string | null> {
    const loaded = await startPicked(type, name);
    if (loaded.kind === 'failed') {
      if (loaded.why !== 'unreachable' || type === 'solvable') return loaded.detail;
      // Chance is to be had without a server.
      const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
      go(`/g/${codeText(variant(name), number)}`);
      return null;
    }
    this.show(`/g/${loaded.session.code}`, loaded.session);
    return null;
  }

  /** Lay out a game that is loaded already, under its address. */
  show(path: string, session: GameSession): void {
    this.#loads += 1;
    clearTimeout(this.#retry);
    this.#leave();
    this.tablePath = path;
    this.table = { kind: 'ready', session };
    go(path);
  }

  /** Read the address of the table anew: after logging in or out, or to try again. */
  forget(): void {
    this.#leave();
    this.table = { kind: 'loading' };
  }

  #leave(): void {
    if (this.table.kind === 'ready') this.table.session.close();
  }

  keepTime(time: TimeJson): void {
    const before = this.time;
    this.time = time;
    this.#skew = Date.parse(time.now) - Date.now();
    if (before && before.date !== time.date) this.newDay = time.date;
    clearTimeout(this.#switch);
    const left = Date.parse(time.next_switch_at) - this.now();
    // Longer waits than a day do not happen; a sleeping device asks when it wakes.
    this.#switch = setTimeout(() => void this.askTime(), Math.max(1_000, left + 500));
  }

  async askTime(): Promise<void> {
    const time = await api.getTime();
    if (time.kind === 'ok') this.keepTime(time.data);
    else this.#switch = setTimeout(() => void this.askTime(), 15_000);
  }
}

export const app = new App();
