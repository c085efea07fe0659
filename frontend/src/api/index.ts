/** The calls the page makes, by name. */
import { call, type Result } from './client';
import type {
  AnswerJson,
  BatchJson,
  BoardJson,
  DailyJson,
  GameJson,
  GameSummaryJson,
  HintJson,
  MeJson,
  Page,
  PlayerJson,
  RecordsJson,
  ResultJson,
  RevealJson,
  SignedInJson,
  StatisticsJson,
  StreaksJson,
  TimeJson,
} from './types';

export type Source =
  | { readonly type: 'daily'; readonly date: string; readonly variant: string }
  | { readonly type: 'number'; readonly variant: string; readonly number: number }
  | { readonly type: 'code'; readonly code: string }
  | { readonly type: 'random' | 'solvable'; readonly variant: string };

export const getTime = (): Promise<Result<TimeJson>> => call('GET', '/time');

export const getDaily = (date: string, variant: string): Promise<Result<DailyJson>> =>
  call('GET', `/dailies/${date}/${variant}`);

export const getDailies = (query: Record<string, string>): Promise<Result<Page<DailyJson>>> =>
  call('GET', `/dailies?${new URLSearchParams(query)}`);

/** Become a guest; whoever is signed in already stays who they are. */
export const makeGuest = (locale: string): Promise<Result<SignedInJson>> =>
  call('POST', '/guests', { body: { session: true, locale } });

export const getMe = (): Promise<Result<MeJson>> => call('GET', '/me');

export const patchMe = (change: object): Promise<Result<MeJson>> => call('PATCH', '/me', { body: change });

export const eraseMe = (): Promise<Result<null>> => call('DELETE', '/me');

export const claim = (body: object): Promise<Result<unknown>> => call('POST', '/auth/claim', { body });

export const register = (body: object): Promise<Result<unknown>> =>
  call('POST', '/auth/register', { body: { ...body, session: true } });

export const logIn = (name: string, password: string): Promise<Result<unknown>> =>
  call('POST', '/auth/login', { body: { name, password, session: true } });

export const logOut = (): Promise<Result<null>> => call('POST', '/auth/logout');

export const changePassword = (body: object): Promise<Result<null>> => call('POST', '/auth/password', { body });

export const getRecords = (): Promise<Result<RecordsJson>> => call('GET', '/me/records');

export const getStreaks = (): Promise<Result<StreaksJson>> => call('GET', '/me/streaks');

export const getPlayer = (name: string): Promise<Result<PlayerJson>> => call('GET', `/players/${encodeURIComponent(name)}`);

export const getStatistics = (daily: string): Promise<Result<StatisticsJson>> => call('GET', `/dailies/${daily}/stats`);

/** *scope* is a daily (`dailies/2026-11-29/spider-2`) or a period (`leaderboards/2026-W48/all`). */
export const getBoard = (scope: string, query: Record<string, string>): Promise<Result<BoardJson>> =>
  call('GET', `/${scope}${scope.startsWith('dailies/') ? '/leaderboard' : ''}?${new URLSearchParams(query)}`);

export const getReveal = (daily: string): Promise<Result<RevealJson>> => call('GET', `/dailies/${daily}/reveal`);

export const getResult = (id: string): Promise<Result<ResultJson>> => call('GET', `/games/${id}/result`);

export const startGame = (source: Source): Promise<Result<GameJson>> => call('POST', '/games', { body: { source } });

export const getGame = (id: string, etag?: string | null): Promise<Result<GameJson | null>> =>
  call('GET', `/games/${id}`, etag ? { headers: { 'If-None-Match': etag } } : {});

export const sendCommands = (id: string, body: object): Promise<Result<AnswerJson | BatchJson>> =>
  call('POST', `/games/${id}/commands`, { body });

export const askHint = (id: string, seq: number, mode: 'visible' | 'solver'): Promise<Result<HintJson>> =>
  call('POST', `/games/${id}/hint`, { body: { seq, mode } });

export const getHint = (id: string): Promise<Result<HintJson>> => call('GET', `/games/${id}/hint`);

export const getOpenGames = (): Promise<Result<Page<GameSummaryJson>>> => call('GET', '/me/games?status=open&limit=200');

export const checkCode = (code: string): Promise<Result<{ code: string; variant: string; number: number }>> =>
  call('GET', `/codes/${encodeURIComponent(code)}`);
