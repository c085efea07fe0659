/** From an address to a game on the table. */
import * as api from '../api';
import type { DailyJson, TimeJson } from '../api/types';
import { codeText, parseCode } from '../board/codes';
import { isVariantName, VARIANT_NAMES, type VariantName } from '../board/variants';
import { m } from '../i18n.svelte';
import { player } from '../player.svelte';
import { GameSession } from './session.svelte';
import { goesOn, pendingCount, recall, type Kept } from './storage';

export type Loaded =
  | { readonly kind: 'session'; readonly session: GameSession }
  | { readonly kind: 'failed'; readonly detail: string; readonly retryMs: number | null; readonly unreachable: boolean };

const VARIANT_KEY = 'orbweaver.variant';

export function preferredVariant(): VariantName {
  const stored = localStorage.getItem(VARIANT_KEY) ?? '';
  return isVariantName(stored) ? stored : VARIANT_NAMES[0];
}

export function preferVariant(name: VariantName): void {
  localStorage.setItem(VARIANT_KEY, name);
}

/** What to say when it could not be loaded: the server's words, or *alone* when there is no server. */
function failed(
  result: { kind: 'problem'; problem: { detail: string }; retryAfterMs: number | null } | { kind: string },
  alone = '',
): Loaded {
  if ('problem' in result) return { kind: 'failed', detail: result.problem.detail, retryMs: result.retryAfterMs, unreachable: false };
  return { kind: 'failed', detail: alone, retryMs: null, unreachable: true };
}

async function sessionOf(daily: DailyJson): Promise<Loaded> {
  player.known = daily.me !== null;
  const source = { type: 'daily', date: daily.date, variant: daily.variant } as const;
  const open = daily.me?.open_game ?? (daily.me?.state === 'won' || daily.me?.state === 'given_up' ? daily.me.game : null);
  if (open) {
    const game = await api.getGame(open);
    if (game.kind === 'ok' && game.data) return { kind: 'session', session: GameSession.ofGame(game.data, source, daily) };
    if (game.kind === 'unreachable') return failed(game, m.daily_needs_server());
  }
  if (!daily.opening) return { kind: 'failed', detail: daily.void_reason ?? '', retryMs: null, unreachable: false };
  return { kind: 'session', session: GameSession.resumeDaily(daily) };
}

export async function loadDaily(date: string, name: VariantName): Promise<Loaded> {
  const daily = await api.getDaily(date, name);
  return daily.kind === 'ok' ? sessionOf(daily.data) : failed(daily, m.daily_needs_server());
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
      return { kind: 'session', session: GameSession.ofGame(game.data, source) };
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
  return { kind: 'session', session: GameSession.ofGame(result.data, source) };
}
