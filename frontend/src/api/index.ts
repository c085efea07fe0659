/** The calls the page makes, by name. */
import { call, type Result } from './client';
import type { AnswerJson, BatchJson, DailyJson, GameJson, GameSummaryJson, HintJson, Page, TimeJson } from './types';

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

export const makeGuest = (): Promise<Result<unknown>> => call('POST', '/guests', { body: {} });

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
