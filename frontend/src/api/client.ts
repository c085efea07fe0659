/** The only caller of `fetch`. Every call ends in one of three ways, and none of them throws. */
import createClient from 'openapi-fetch';
import { currentLocale } from '../i18n.svelte';
import type { paths } from './schema';
import { Turns } from './turns';

/** RFC 9457 as this API sends it: `code` is the contract. */
export interface Problem {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** From when on it would be answered otherwise. */
  readonly available_at?: string;
  readonly errors?: readonly { readonly field?: string; readonly code: string; readonly detail: string }[];
}

export type Result<T> =
  | {
      readonly kind: 'ok';
      readonly status: number;
      readonly data: T;
      readonly etag: string | null;
      /** When the server answered, by its clock and in whole seconds, as header `Date` tells it. */
      readonly date: string | null;
    }
  | { readonly kind: 'problem'; readonly problem: Problem; readonly retryAfterMs: number | null }
  /** No answer, or one that is not ours: it may or may not have been carried out. */
  | { readonly kind: 'unreachable' };

const TIMEOUT_MS = 15_000;

/**
 * The token that a call which changes something must show twice, as cookie and as header. Any
 * random value does: what it proves is that a page of this origin could set and read the cookie.
 */
function csrfToken(): string {
  const kept = /(?:^|;\s*)csrftoken=([^;]+)/.exec(document.cookie)?.[1];
  if (kept) return kept;
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789ab';
  const token = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => letters[byte % 64]).join('');
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `csrftoken=${token}; Path=/; SameSite=Lax; Max-Age=31449600${secure}`;
  return token;
}

const turns = new Turns();

function send(request: Request, how: 'read' | 'write' | 'change'): Promise<Response> {
  request.headers.set('Accept-Language', currentLocale());
  if (how !== 'read') request.headers.set('X-CSRFToken', csrfToken());
  return turns[how]((stop) => {
    setTimeout(() => stop.abort(), TIMEOUT_MS);
    return fetch(request, { cache: 'no-store', signal: stop.signal });
  });
}

/** For a call after which somebody else plays, or nobody. */
export const changesPlayer = { fetch: (request: Request) => send(request, 'change') };

/** Calls typed by the API's description: a path, a body or an answer that changes there is a type error here. */
export const client = createClient<paths>({
  baseUrl: location.origin,
  credentials: 'same-origin',
  fetch: (request) => send(request, request.method === 'GET' ? 'read' : 'write'),
});

function retryAfterMs(response: Response): number | null {
  const seconds = Number(response.headers.get('Retry-After') ?? NaN);
  return Number.isFinite(seconds) ? seconds * 1000 : null;
}

interface Fetched<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/** Wait for a call and say how it ended. */
export async function settle<T>(calling: Promise<Fetched<T>>): Promise<Result<T>> {
  let fetched: Fetched<T>;
  try {
    fetched = await calling;
  } catch {
    return { kind: 'unreachable' };
  }
  const { data, error, response } = fetched;
  const { status } = response;
  if (response.ok) {
    if (data === undefined && status !== 204 && status !== 202) return { kind: 'unreachable' };
    return { kind: 'ok', status, data: data as T, etag: response.headers.get('ETag'), date: response.headers.get('Date') };
  }
  const problem = error as Partial<Problem> | null | undefined;
  if (!problem?.code) return { kind: 'unreachable' };
  return {
    kind: 'problem',
    problem: { title: '', detail: '', params: {}, ...problem, status, code: problem.code },
    retryAfterMs: retryAfterMs(response),
  };
}
