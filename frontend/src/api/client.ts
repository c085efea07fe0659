/** The only caller of `fetch`. Every call ends in one of three ways, and none of them throws. */
import { currentLocale } from '../i18n.svelte';

/** RFC 9457 as this API sends it: `code` is the contract. */
export interface Problem {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly errors?: readonly { readonly field?: string; readonly code: string; readonly detail: string }[];
  readonly seq?: number;
  readonly available_at?: string;
}

export type Result<T> =
  | { readonly kind: 'ok'; readonly status: number; readonly data: T; readonly etag: string | null }
  | { readonly kind: 'problem'; readonly problem: Problem; readonly retryAfterMs: number | null }
  /** No answer, or one that is not ours: it may or may not have been carried out. */
  | { readonly kind: 'unreachable' };

export interface Options {
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

const BASE = '/api/v1';
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

function retryAfterMs(response: Response): number | null {
  const seconds = Number(response.headers.get('Retry-After') ?? NaN);
  return Number.isFinite(seconds) ? seconds * 1000 : null;
}

async function send(method: string, path: string, options: Options): Promise<Response | null> {
  const headers: Record<string, string> = { Accept: 'application/json', 'Accept-Language': currentLocale(), ...options.headers };
  if (options.body) headers['Content-Type'] = 'application/json';
  if (method !== 'GET') headers['X-CSRFToken'] = csrfToken();
  try {
    return await fetch(BASE + path, {
      method,
      headers,
      credentials: 'same-origin',
      cache: 'no-store',
      signal: AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS),
      ...(options.body ? { body: JSON.stringify(options.body) } : {}),
    });
  } catch {
    return null;
  }
}

async function read(response: Response): Promise<unknown> {
  if (response.status === 204 || response.status === 304) return null;
  if (!/json/.test(response.headers.get('Content-Type') ?? '')) return undefined;
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

export async function call<T>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, options: Options = {}): Promise<Result<T>> {
  const response = await send(method, path, options);
  const data = response && (await read(response));
  if (!response) return { kind: 'unreachable' };
  if (response.ok || response.status === 304) {
    if (data === undefined) return { kind: 'unreachable' };
    return { kind: 'ok', status: response.status, data: data as T, etag: response.headers.get('ETag') };
  }
  const problem = data as Partial<Problem> | null | undefined;
  if (!problem?.code) return { kind: 'unreachable' };
  return {
    kind: 'problem',
    problem: { status: response.status, title: '', detail: '', params: {}, ...problem, code: problem.code },
    retryAfterMs: retryAfterMs(response),
  };
}
