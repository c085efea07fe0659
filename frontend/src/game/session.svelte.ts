/** One game on the page: the queue with its driver (fetch, clock, storage) and what is said about it. */
import * as api from '../api';
import type { Problem } from '../api/client';
import { answerOf, boardOf, confirmedOf, sinceAction, type AnswerJson, type BatchJson, type DailyJson, type GameJson } from '../api/types';
import { codeText } from '../board/codes';
import { dealFromNumber, layOut } from '../board/deal';
import { parseToken } from '../board/notation';
import { MOST_ACTION_MS, type Refusal } from '../board/rules';
import { NOTHING_KNOWN, type Board, type Command, type Effect, type Known, type RunMove } from '../board/types';
import { variant, type Variant, type VariantName } from '../board/variants';
import { m } from '../i18n.svelte';
import { player } from '../player.svelte';
import { effectWords, hintWords, noticeWords, refusalWord } from '../words';
import * as queue from './queue';
import { Stage, stagesOf } from './stage.svelte';
import { drop, pendingCount, prune, recall, store, type Kept } from './storage';
import { Voice } from './voice.svelte';

export type Link = 'ok' | 'slow' | 'offline' | 'limited' | 'expired';

export interface Glow {
  readonly move: RunMove | null;
  readonly text: string;
}

const OPENING_COUNTERS: queue.Counters = { moves: 0, actions: 0, stock_deals: 0, undos: 0, hints: 0, score: 500, time_ms: 0 };
const SLOW_MS = 2_500;
/** A pause longer than this is told with its end. */
const LONG_PAUSE_MS = 20_000;
const BACKOFF_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000];

/** These stand in until the constructor has run; a field that is state must begin with something. */
const NO_QUEUE = {} as queue.Queue;
const NO_SHOWN = {} as queue.Shown;

export class GameSession extends Voice {
  readonly stage = new Stage();
  readonly rules: Variant;
  readonly source: api.Source;
  /** The server's facts of the game, once it has begun. */
  game = $state.raw<GameJson | null>(null);
  daily = $state.raw<DailyJson | null>(null);
  link = $state<Link>('ok');
  /** When a longer pause ends that the server has asked for. */
  resumesAt = $state<string | null>(null);
  glow = $state.raw<Glow | null>(null);
  /** Counts refusals, so that the table can spring back. */
  shakes = $state(0);
  #queue = NO_QUEUE;
  #known: Known = NOTHING_KNOWN;
  #etag: string | null = null;
  #startKey: string = newKey();
  /** When the last action was, on this page's clock: the running thought began then. */
  #actedAt = performance.now();
  #busy = false;
  #failures = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  /** What the player sees: all that was made, carried out. */
  shown = $state.raw<queue.Shown>(NO_SHOWN);
  confirmed = $state.raw<queue.Confirmed>(NO_SHOWN);
  /** How many commands the server has not answered yet. */
  pending = $state(0);

  private constructor(source: api.Source, rules: Variant, confirmed: queue.Confirmed) {
    super();
    this.source = source;
    this.rules = rules;
    this.#turn(queue.start(rules, confirmed));
    this.stage.set(confirmed.board);
    addEventListener('online', this.#online);
    document.addEventListener('visibilitychange', this.#visible);
    addEventListener('pagehide', this.#keepForLater);
  }

  /** A daily that is looked at: nothing is created before the first action. */
  static ofDaily(daily: DailyJson): GameSession {
    const name = daily.variant;
    const opening: Board = boardOf(daily.opening!);
    const session = new GameSession({ type: 'daily', date: daily.date, variant: name }, variant(name), openingOf(opening));
    session.daily = daily;
    return session;
  }

  /** The same with moves that this device still has to begin it with, if there are any. */
  static resumeDaily(daily: DailyJson): GameSession {
    const session = GameSession.ofDaily(daily);
    const kept = recall(session.#name);
    // A stranger's moves in a game are those of a player whom the server has let go of.
    if (kept && (!kept.game || daily.me === null)) {
      session.game = kept.game;
      session.#takeUp(kept);
    }
    return session;
  }

  /** A game that has begun, and what this device still has to tell the server about it. */
  static ofGame(game: GameJson, date: string | null, source: api.Source, daily: DailyJson | null = null): GameSession {
    const session = new GameSession(source, variant(game.variant), confirmedOf(game));
    session.#actedAt = performance.now() - sinceAction(game, date);
    session.daily = daily;
    session.game = game;
    session.#takeUpFor(game);
    if (game.number !== null) void session.#learnDeal(game.number);
    void session.#pump();
    return session;
  }

  /** A public number: its deal is known here, so it can be looked at and played ahead without the server. */
  static async ofNumber(name: VariantName, number: number): Promise<GameSession> {
    const rules = variant(name);
    const { opening, known } = layOut(rules, await dealFromNumber(rules, number));
    const session = new GameSession({ type: 'number', variant: name, number }, rules, openingOf(opening));
    session.#known = known;
    return session;
  }

  /** A practice game as this device keeps it; the server can't be asked, or does not know of it. */
  static async ofKept(name: VariantName, number: number, kept: Kept): Promise<GameSession> {
    const session = await GameSession.ofNumber(name, number);
    session.game = kept.game;
    session.#takeUp(kept);
    return session;
  }

  /** Take up what this device kept of *game*, unless the server has gone past it. */
  #takeUpFor(game: GameJson): void {
    const kept = recall(this.#name);
    if (!kept) return;
    // Moves made before the game began are of the game that has begun and has none yet.
    const same = kept.game ? kept.game.id === game.id : game.seq === 0;
    const { seq } = kept.queue.confirmed;
    if (!same || game.status !== 'open' || (pendingCount(kept) > 0 ? seq > game.seq : seq !== game.seq)) {
      drop(this.#name);
      return;
    }
    this.#takeUp(kept);
    if (seq === game.seq) this.#turn({ ...this.#queue, confirmed: confirmedOf(game) });
  }

  /** Go on from what this device kept. */
  #takeUp(kept: Kept): void {
    const restored = queue.restore(this.rules, kept.queue);
    if (!restored) return;
    this.#turn(restored);
    this.#startKey = kept.startKey;
    this.stage.set(this.shown.board);
    void this.#pump();
  }

  /** Whether going on as a new guest keeps the moves: a daily's first go is its player's alone. */
  get canCarryOver(): boolean {
    return this.isPractice && this.#queue.line !== null;
  }

  /** Go on as a new guest where the last one can't: the deal begins anew, with its moves if they may be carried over. */
  readonly goOnAsGuest = async (): Promise<void> => {
    await this.#beginAnew();
    this.link = 'ok';
    void this.#pump();
  };

  async #beginAnew(): Promise<void> {
    const { source, rules } = this;
    let opening = this.daily?.opening ? boardOf(this.daily.opening) : null;
    if (source.type === 'number') opening = layOut(rules, await dealFromNumber(rules, source.number)).opening;
    if (!opening) return;
    const confirmed = openingOf(opening);
    this.#turn(this.canCarryOver ? queue.anew(this.#queue, confirmed) : queue.start(rules, confirmed));
    this.game = null;
    this.#etag = null;
    this.#startKey = newKey();
    this.#keep();
    this.stage.play([this.shown.board]);
  }

  close(): void {
    this.#keepForLater();
    this.#closed = true;
    clearTimeout(this.#retry);
    removeEventListener('online', this.#online);
    document.removeEventListener('visibilitychange', this.#visible);
    removeEventListener('pagehide', this.#keepForLater);
  }

  /** What this device keeps the game under: its code, or its daily. */
  get #name(): string {
    return this.source.type === 'daily' ? `${this.source.date}/${this.source.variant}` : this.code!;
  }

  get code(): string | null {
    if (this.game) return this.game.code;
    return this.source.type === 'number' ? codeText(this.rules, this.source.number) : null;
  }

  get isPractice(): boolean {
    return this.source.type !== 'daily';
  }

  /** Milliseconds of play, the running thought included. */
  timeMs(now: number): number {
    const { counters, status } = this.confirmed;
    if (!this.game || status !== 'open') return counters.time_ms;
    return counters.time_ms + Math.min(Math.max(0, now - this.#actedAt), MOST_ACTION_MS);
  }

  /** Make a command: show it at once and send it, or say which rule refuses it. */
  make(command: Command): boolean {
    const before = this.shown;
    const refusal = queue.refusalOf(before, command, this.rules);
    if (refusal) {
      this.refuse(refusal);
      return false;
    }
    this.glow = null;
    if (this.toast?.tone === 'refused') this.toast = null;
    this.#turn(queue.add(this.#queue, command), queue.showNext(this.#queue, before, command, this.#known));
    this.#present(before.board, command);
    // Keeping and sending take longer than showing, and nobody waits for them.
    this.soon(() => {
      this.#keep();
      void this.#pump();
    });
    return true;
  }

  /** Go on from *next*, and show it. */
  #turn(next: queue.Queue, shown = queue.show(next, this.#known)): void {
    this.#queue = next;
    this.shown = shown;
    this.confirmed = next.confirmed;
    this.pending = queue.pendingCount(next);
  }

  /** Send a run to the column that suits it best. */
  auto(from: number, count: number): boolean {
    const found = queue.autoMove(this.shown, from, count);
    if ('kind' in found) return this.make(found);
    this.refuse(found);
    return false;
  }

  refuse(refusal: Refusal): void {
    this.shakes += 1;
    this.tell(refusalWord(refusal), 'refused');
  }

  /** The hint to be shown: none while a refusal is. */
  get advice(): typeof this.glow {
    return this.toast?.tone === 'refused' ? null : this.glow;
  }

  async hint(mode: 'visible' | 'solver' = 'visible'): Promise<void> {
    await this.#settled();
    if (!this.game && !(await this.#begin())) return;
    const { seq } = this.#queue.confirmed;
    let result = await api.askHint(this.game!.id, seq, mode);
    while (result.kind === 'ok' && result.data.state === 'pending' && !this.#closed) {
      this.say(m.hint_thinking());
      this.glow = { move: null, text: m.hint_thinking() };
      await new Promise((done) => setTimeout(done, 700));
      result = await api.getHint(this.game!.id);
    }
    if (result.kind !== 'ok') {
      this.glow = null;
      if (result.kind === 'problem' && result.problem.status === 401) this.#failed(result);
      else if (result.kind === 'problem') this.tell(result.problem.detail);
      else if (this.link === 'ok') this.tell(m.link_offline_idle());
      return;
    }
    if (seq !== this.#queue.confirmed.seq || this.pending > 0) return;
    const { state, token, reference } = result.data;
    const advised = token ?? reference;
    const command = advised ? parseToken(advised) : null;
    this.glow = { move: command?.kind === 'move' ? command : null, text: hintWords(state, command, this.shown.board) };
    this.say(this.glow.text);
    const { counters } = this.#queue.confirmed;
    this.#turn({ ...this.#queue, confirmed: { ...this.#queue.confirmed, counters: { ...counters, hints: counters.hints + 1 } } });
  }

  /** Animate a command of the player's, and say what is known of it already. */
  #present(before: Board, command: Command): void {
    const { board: after, effects, blocked } = this.shown;
    if (command.kind === 'undo') {
      if (!blocked) this.stage.play([after]);
      this.say(() => m.said_undone());
      return;
    }
    if (command.kind === 'give_up') {
      this.say(m.said_given_up());
      return;
    }
    this.stage.play(stagesOf(before, effects, after));
    this.say(() => effectWords(effects));
  }

  async #learnDeal(number: number): Promise<void> {
    this.#known = layOut(this.rules, await dealFromNumber(this.rules, number)).known;
  }

  /** Begin the game on the server; a visitor becomes a guest here, and not before. */
  async #begin(): Promise<boolean> {
    const somebody = await player.ensure();
    if (somebody.kind !== 'ok') return this.#failed(somebody);
    const result = await api.startGame(this.source, this.#startKey);
    if (result.kind !== 'ok') return this.#failed(result);
    this.game = result.data;
    this.#keep();
    this.#etag = result.etag;
    this.#actedAt = performance.now();
    if (result.data.seq > 0 || result.data.status !== 'open') this.#reloadFrom(result.data, result.date, m.resumed());
    this.#connected();
    return true;
  }

  /** Send what waits, one request at a time, until nothing does or the server can't be reached. */
  async #pump(): Promise<void> {
    if (this.#busy || this.#closed) return;
    this.#busy = true;
    clearTimeout(this.#retry);
    try {
      while (!this.#closed && queue.pendingCount(this.#queue) > 0) {
        if (!this.game && !(await this.#begin())) return;
        const taken = queue.take(this.#queue);
        if (!taken.request) return;
        this.#queue = taken.queue;
        this.#keep();
        const slow = setTimeout(() => (this.link = this.link === 'ok' ? 'slow' : this.link), SLOW_MS);
        const result = await api.sendCommands(this.game!.id, queue.requestBody(taken.request));
        clearTimeout(slow);
        if (this.#closed) return;
        if (result.kind === 'ok') await this.#answered(result.data, result.etag);
        else if (!(await this.#refused(result))) return;
      }
    } finally {
      this.#busy = false;
    }
  }

  async #answered(data: AnswerJson | BatchJson, etag: string | null): Promise<void> {
    const answers = 'results' in data ? data.results : [data];
    const before = this.shown.board;
    try {
      this.#turn(queue.accept(this.#queue, answers.map(answerOf)).queue);
    } catch (error) {
      if (!(error instanceof queue.OutOfStep)) throw error;
      await this.#reload(m.played_elsewhere());
      return;
    }
    this.#etag = etag;
    this.#actedAt = performance.now();
    this.#connected();
    this.#keep();
    this.#reveal(before, answers.map(answerOf).flatMap((answer) => answer.effects));
    const stopped = 'stopped' in data ? data.stopped : null;
    if (stopped) this.#takenBack(stopped.problem as unknown as Problem);
    const notices = noticeWords(this.confirmed.notices);
    if (notices && this.pending === 0) this.tell(notices);
    if (this.confirmed.status === 'won' && this.pending === 0) this.say(m.said_won());
  }

  /** Show what only the server knew: cards turned up or dealt. */
  #reveal(before: Board, effects: readonly Effect[]): void {
    const after = this.shown.board;
    this.stage.update(after);
    const news = effects.filter((effect) => effect.kind === 'turned_up' || effect.kind === 'dealt');
    const waited = before.columns.some((column) => column.up.includes(null));
    if (waited) this.say(effectWords(news));
  }

  /** Deal with a request that was not carried out; whether sending can go on. */
  async #refused(result: { kind: 'problem'; problem: Problem; retryAfterMs: number | null } | { kind: 'unreachable' }): Promise<boolean> {
    if (result.kind === 'problem') {
      const { status, code } = result.problem;
      if (status === 422 || code === 'too_many_actions') {
        this.#turn(queue.accept(this.#queue, []).queue);
        this.#keep();
        this.#connected();
        this.#takenBack(result.problem);
        return true;
      }
      if (status === 409 || status === 400) return this.#reload(code === 'seq_conflict' ? m.played_elsewhere() : result.problem.detail);
      if (status === 404) {
        // It is another player's: somebody else has signed in since.
        await this.#beginAnew();
        this.tell(m.game_of_another());
        return true;
      }
    }
    return this.#failed(result);
  }

  /** Wait as long as the server asks, or longer each time when it says nothing, and try again. */
  #failed(result: { kind: 'problem'; problem: Problem; retryAfterMs: number | null } | { kind: 'unreachable' } | { kind: 'ok' }): false {
    let wait = BACKOFF_MS[Math.min(this.#failures, BACKOFF_MS.length - 1)]!;
    this.#failures += 1;
    if (result.kind === 'problem') {
      const { status, code, detail } = result.problem;
      if (status === 401 || code === 'csrf_failed') {
        player.forget();
        this.link = 'expired';
        return false;
      }
      if (status < 500 && status !== 429 && result.retryAfterMs === null && !this.game) {
        // The game can't be begun: a daily that has closed, say. What was made ahead is for nothing.
        this.#turn(queue.reload(this.#queue, this.confirmed).queue);
        this.#keep();
        this.stage.play([this.shown.board]);
        this.tell(detail, 'refused');
        return false;
      }
      if (result.retryAfterMs !== null) wait = Math.max(500, result.retryAfterMs);
      this.link = status === 429 ? 'limited' : 'slow';
      this.resumesAt = wait > LONG_PAUSE_MS ? new Date(Date.now() + wait).toISOString() : null;
    } else {
      this.link = 'offline';
    }
    clearTimeout(this.#retry);
    if (!this.#closed) this.#retry = setTimeout(() => void this.#pump(), wait);
    return false;
  }

  #connected(): void {
    if (this.link === 'offline' && this.#failures > 0) this.tell(m.link_back());
    this.#failures = 0;
    this.link = 'ok';
  }

  #takenBack(problem: Pick<Problem, 'code' | 'detail' | 'params'>): void {
    this.shakes += 1;
    this.stage.play([this.shown.board]);
    this.tell(m.taken_back({ reason: refusalWord(problem, problem.detail) }), 'refused');
  }

  async #reload(reason: string): Promise<boolean> {
    const result = await api.getGame(this.game!.id);
    if (result.kind !== 'ok' || !result.data) return this.#failed(result);
    this.#etag = result.etag;
    this.#reloadFrom(result.data, result.date, reason);
    this.#connected();
    return true;
  }

  #reloadFrom(game: GameJson, date: string | null, reason: string): void {
    this.game = game;
    this.#turn(queue.reload(this.#queue, confirmedOf(game)).queue);
    this.#actedAt = performance.now() - sinceAction(game, date);
    this.stage.play([this.shown.board]);
    this.#keep();
    this.tell(reason);
  }

  async #settled(): Promise<void> {
    while (this.pending > 0 && !this.#closed && this.link === 'ok') await new Promise((done) => setTimeout(done, 60));
  }

  #keep(): void {
    if (this.pending > 0) store(this.#name, this.#kept({ past: false }));
    else drop(this.#name);
  }

  #kept(options: { past: boolean }): Kept {
    return { version: 3, queue: queue.save(this.#queue, options), game: this.game, startKey: this.#startKey, at: Date.now() };
  }

  /** What was just made is kept when the page is left, and a practice game in play whole: it can go on without a server. */
  readonly #keepForLater = (): void => {
    if (this.#closed) return;
    this.catchUp();
    if (!this.isPractice || this.shown.status !== 'open' || (!this.game && this.pending === 0)) return;
    store(this.#name, this.#kept({ past: true }));
    prune();
  };

  readonly #online = (): void => {
    if (this.link === 'offline') void this.#pump();
  };

  /** The game may have gone on elsewhere while nobody looked here. */
  readonly #visible = (): void => {
    if (document.visibilityState === 'visible') void (this.pending > 0 ? this.#pump() : this.#refresh());
    else this.#keepForLater();
  };

  async #refresh(): Promise<void> {
    if (!this.game || this.#busy || this.pending > 0) return;
    const result = await api.getGame(this.game.id, this.#etag);
    if (result.kind !== 'ok' || !result.data || this.pending > 0) return;
    this.#etag = result.etag;
    if (result.data.seq !== this.confirmed.seq) this.#reloadFrom(result.data, result.date, m.played_elsewhere());
  }
}

function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(36)).join('-');
}

function openingOf(board: Board): queue.Confirmed {
  return { seq: 0, status: 'open', board, counters: OPENING_COUNTERS, notices: [] };
}
