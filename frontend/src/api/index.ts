/** The calls the page makes, by name. */
import type { VariantName } from '../board/variants';
import { changesPlayer, client, settle, type Result } from './client';
import type { GameJson, ProfileJson, RequestBodies } from './types';

/** Where a deal comes from; each kind has what the API needs for it. */
export type Source =
  | { readonly type: 'daily'; readonly date: string; readonly variant: VariantName }
  | { readonly type: 'number'; readonly variant: VariantName; readonly number: number }
  | { readonly type: 'code'; readonly code: string }
  | { readonly type: 'random' | 'solvable'; readonly variant: VariantName };

export const getTime = () => settle(client.GET('/api/v1/time'));

export const getDaily = (date: string, variant: VariantName) =>
  settle(client.GET('/api/v1/dailies/{date}/{variant}', { params: { path: { date, variant } } }));

export const getDailies = (query: { date?: string; from?: string; to?: string; limit?: number; cursor?: string }) =>
  settle(client.GET('/api/v1/dailies', { params: { query } }));

/** Become a guest; whoever is signed in already stays who they are. */
export const makeGuest = (locale: RequestBodies['guest']['locale']) =>
  settle(client.POST('/api/v1/guests', { body: { session: true, locale } }));

export const getMe = () => settle(client.GET('/api/v1/me'));

export const patchMe = (body: RequestBodies['me']) => settle(client.PATCH('/api/v1/me', { body }));

export const eraseMe = () => settle(client.DELETE('/api/v1/me', changesPlayer));

export const claim = (body: RequestBodies['claim']) => settle(client.POST('/api/v1/auth/claim', { body, ...changesPlayer }));

export const logIn = (name: string, password: string) =>
  settle(client.POST('/api/v1/auth/login', { body: { name, password, session: true, token_name: 'page' }, ...changesPlayer }));

/** Ask for a mail with a link to a new password; the answer is the same whether an account has the address. */
export const askForPassword = (email: string) =>
  settle(client.POST('/api/v1/auth/password/reset', { body: { email } }));

export const setNewPassword = (token: string, password: string) =>
  settle(client.POST('/api/v1/auth/password/reset/confirm', { body: { token, password }, ...changesPlayer }));

export const logOut = () => settle(client.POST('/api/v1/auth/logout', changesPlayer));

export const getRecords = () => settle(client.GET('/api/v1/me/records'));

export const getStreaks = () => settle(client.GET('/api/v1/me/streaks'));

export const getPlayer = (name: string) =>
  settle(client.GET('/api/v1/players/{name}', { params: { path: { name } } })) as Promise<Result<ProfileJson>>;

/** Start a game; asked again with the same *key*, the server answers with the same game. */
export const startGame = (source: Source, key?: string) =>
  settle(client.POST('/api/v1/games', { body: { source }, params: { header: key ? { 'Idempotency-Key': key } : {} } }));

/** A game as it stands; null when it still stands as *etag* says. */
export async function getGame(id: string, etag?: string | null): Promise<Result<GameJson | null>> {
  let unchanged = false;
  const calling = client.GET('/api/v1/games/{game_id}', {
    params: { path: { game_id: id } },
    headers: etag ? { 'If-None-Match': etag } : {},
  });
  const result = await settle(calling.then((fetched) => {
    unchanged = fetched.response.status === 304;
    return fetched;
  }));
  return unchanged ? { kind: 'ok', status: 304, data: null, etag: etag ?? null, date: null } : result;
}

export const getOpenGames = () =>
  settle(client.GET('/api/v1/me/games', { params: { query: { status: 'open', limit: 200 } } }));

export const getRecentGames = (limit: number) =>
  settle(client.GET('/api/v1/me/games', { params: { query: { limit } } }));

/** *body* is that of `requestBody`: the same request must always give the same text, so nothing is added here. */
export const sendCommands = (id: string, body: object) =>
  settle(client.POST('/api/v1/games/{game_id}/commands', { params: { path: { game_id: id } }, body: body as RequestBodies['submission'] }));

export const askHint = (id: string, seq: number, mode: 'visible' | 'solver') =>
  settle(client.POST('/api/v1/games/{game_id}/hint', { params: { path: { game_id: id } }, body: { seq, mode } }));

export const getHint = (id: string) =>
  settle(client.GET('/api/v1/games/{game_id}/hint', { params: { path: { game_id: id } } }));

export const getResult = (id: string) =>
  settle(client.GET('/api/v1/games/{game_id}/result', { params: { path: { game_id: id } } }));

export const getReplay = (id: string) =>
  settle(client.GET('/api/v1/games/{game_id}/replay', { params: { path: { game_id: id } } }));

export const checkCode = (code: string) =>
  settle(client.GET('/api/v1/codes/{code}', { params: { path: { code } } }));

export const getStatistics = (date: string, variant: VariantName) =>
  settle(client.GET('/api/v1/dailies/{date}/{variant}/stats', { params: { path: { date, variant } } }));

export interface BoardQuery {
  readonly by: 'moves' | 'score' | 'time';
  readonly pool: 'ranked' | 'pure' | 'all' | 'bot';
  readonly limit: number;
  readonly around?: 'me';
  readonly cursor?: string;
}

export const getBoard = (date: string, variant: VariantName, query: BoardQuery) =>
  settle(client.GET('/api/v1/dailies/{date}/{variant}/leaderboard', { params: { path: { date, variant }, query } }));

export const getReveal = (date: string, variant: VariantName) =>
  settle(client.GET('/api/v1/dailies/{date}/{variant}/reveal', { params: { path: { date, variant } } }));
