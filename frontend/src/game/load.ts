/** From an address to a game on the table. */
import * as api from '../api';
import type { Problem } from '../api/client';
import type { DailyJson, TimeJson } from '../api/types';
import { codeText, parseCode } from '../board/codes';
import { isVariantName, VARIANT_NAMES, type VariantName } from '../board/variants';
import { instantText, m } from '../i18n.svelte';
import { player } from '../player.svelte';
import { GameSession } from './session.svelte';
import { goesOn, pendingCount, recall, type Kept } from './storage';

export type Loaded = { readonly kind: 'session'; readonly session: GameSession } | Failed;

export interface Failed {
  readonly kind: 'failed';
  readonly detail: string;
  /**
   * Why: there is no answer, or none *yet* (both may change, the latter after so many milliseconds),
   * or there is no such deal, and asking again finds none either.
   */
  readonly why: 'unreachable' | 'later' | 'missing';
  readonly retryMs: number | null;
}

/** Between two looks for a day that has not begun. */
const LEAST_WAIT_MS = 8_000;
const MOST_WAIT_MS = 3_600_000;

const VARIANT_KEY = 'orbweaver.variant';

export function preferredVariant(): VariantName {
  const stored = localStorage.getItem(VARIANT_KEY) ?? '';
  return isVariantName(stored) ? stored : VARIANT_NAMES[0];
}

export function preferVariant(name: VariantName): void {
  localStorage.setItem(VARIANT_KEY, name);
}

/** What to say when it could not be loaded: the server's words, or *alone* when there is no server. */
function failed(result: { kind: 'problem'; problem: Problem; retryAfterMs: number | null } | { kind: string }, alone = ''): Failed {
  if (!('problem' in result)) return { kind: 'failed', detail: alone, why: 'unreachable', retryMs: null };
  const { problem, retryAfterMs } = result;
  const why = [400, 404, 422].includes(problem.status) ? 'missing' : 'later';
  return { kind: 'failed', detail: problem.detail, why, retryMs: retryAfterMs };
}

/** A daily that can't be laid out: it was withdrawn, or its day has not begun. */
function unopened(daily: DailyJson): Failed {
  if (daily.status === 'void') {
    const detail = m.labelled({ label: m.state_void(), value: daily.void_reason ?? '' });
    return { kind: 'failed', detail, why: 'missing', retryMs: null };
  }
  const time = instantText(daily.opens_at, { dateStyle: 'long', timeStyle: 'short' });
  const left = Date.parse(daily.opens_at) - Date.now();
  return { kind: 'failed', detail: m.table_opens({ time }), why: 'later', retryMs: Math.min(Math.max(left, LEAST_WAIT_MS), MOST_WAIT_MS) };
}

async function sessionOf(daily: DailyJson): Promise<Loaded> {
  player.known = daily.me !== null;
  const source = { type: 'daily', date: daily.date, variant: daily.variant } as const;
  const open = daily.me?.open_game ?? (daily.me?.state === 'won' || daily.me?.state === 'given_up' ? daily.me.game : null);
  if (open) {
    const game = await api.getGame(open);
    if (game.kind === 'ok' && game.data) return { kind: 'session', session: GameSession.ofGame(game.data, game.date, source, daily) };
    if (game.kind === 'unreachable') return failed(game, m.daily_needs_server());
  }
  if (!daily.opening) return unopened(daily);
  return { kind: 'session', session: GameSession.resumeDaily(daily) };
}

export async function loadDaily(date: string, name: VariantName): Promise<Loaded> {
  const daily = await api.getDaily(date, name);
  if (daily.kind === 'ok') return sessionOf(daily.data);
  const fault = failed(daily, m.daily_needs_server());
  return fault.why === 'missing' ? { ...fault, detail: m.table_missing() } : fault;
}

/**
 * The server says which day it is. The page guesses, so as to ask for both at once, and asks again
 * if it was wrong.
 */
export async function loadToday(name: VariantName, ontime: (time: TimeJson) => void): Promise<Loaded> {
  const guess = new Date().toISOString().slice(0, 10);
  const [time, daily] = await Promise.all([api.getTime(), api.getDaily(guess, name)]);
  if (time.kind !== 'ok') return failed(time, m.daily_needs_server());
  ontime(time.data);
  if (time.data.date !== guess) return loadDaily(time.data.date, name);
  return daily.kind === 'ok' ? sessionOf(daily.data) : failed(daily, m.daily_needs_server());
}

/** A practice deal by its code; a game at it that is still open goes on. */
export async function loadCode(text: string): Promise<Loaded> {
  const code = parseCode(text);
  if (!code) {
    const said = await api.checkCode(text);
    return failed(said);
  }
  const { variant: rules, number } = code;
  const name = codeText(rules, number);
  const kept = recall(name);
  const next = goesOn(kept, await openGamesOf(name, kept));
  if (next.kind === 'game') {
    const game = await api.getGame(next.game.id);
    if (game.kind === 'ok' && game.data) {
      const source = { type: 'number', variant: rules.name, number } as const;
      return { kind: 'session', session: GameSession.ofGame(game.data, game.date, source) };
    }
  }
  const session = kept && next.kind !== 'none' ? GameSession.ofKept(rules.name, number, kept) : GameSession.ofNumber(rules.name, number);
  return { kind: 'session', session: await session };
}

/** The player's open games of one deal; without an answer the one that this device has *kept*. */
async function openGamesOf(code: string, kept: Kept | null): Promise<readonly { readonly id: string }[]> {
  const mine = kept?.game ? [kept.game] : [];
  if (player.known === null) await player.look();
  if (player.known === null) return mine;
  // Moves that wait for a player who has been signed out are not given up.
  if (!player.known) return kept && pendingCount(kept) > 0 ? mine : [];
  const open = await api.getOpenGames();
  return open.kind === 'ok' ? open.data.items.filter((game) => game.code === code) : mine;
}

/** A deal that the server picks; it is begun at once, since the pick is the game. */
export async function startPicked(type: 'random' | 'solvable', name: VariantName): Promise<Loaded> {
  const somebody = await player.ensure();
  if (somebody.kind !== 'ok') return failed(somebody, m.solvable_needs_server());
  const result = await api.startGame({ type, variant: name });
  if (result.kind !== 'ok') return failed(result, m.solvable_needs_server());
  const source = { type: 'number', variant: name, number: result.data.number! } as const;
  return { kind: 'session', session: GameSession.ofGame(result.data, result.date, source) };
}
