/** What stands in for the browser and the server around the page's modules, as far as they need it before anything is drawn. */
import { afterEach, beforeEach, vi } from 'vitest';
import type { DailyJson } from '../src/api/types';
import type { Suit } from '../src/board/types';

export const VARIANT = 'spiderette-1' as const;

/** Put a browser around modules that are loaded after this, at the address *path* with *search* behind it. */
export function standIn(path: string, { search = '', languages = ['en'] }: { search?: string; languages?: string[] } = {}): void {
  const place = { origin: 'http://page', protocol: 'http:', pathname: path, search };
  const store = new Map<string, string>();
  vi.stubGlobal('location', place);
  vi.stubGlobal('history', { pushState: (_state: null, _title: string, to: string) => (place.pathname = to) });
  vi.stubGlobal('document', {
    cookie: '',
    documentElement: { dataset: {}, getAttribute: () => null },
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });
  vi.stubGlobal('navigator', { languages });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => store.get(name) ?? null,
    setItem: (name: string, text: string) => void store.set(name, text),
    removeItem: (name: string) => void store.delete(name),
  });
}

/** Put the browser and *server* around the page's modules; they are new, and speak English. */
export async function openPage(server: Server, path: string): Promise<void> {
  vi.resetModules();
  standIn(path);
  vi.stubGlobal('fetch', server.fetch);
  await (await import('../src/i18n.svelte')).switchLocale('en');
}

export const OPENING = {
  columns: ['AS', '2S', '3S', '4S', '5S', '6S', '7S'].map((card, down) => ({ down, up: [card] })),
  stock: { cards: 24, deals_left: 4, can_deal: true },
  foundations: [] as Suit[],
};

/** A daily as the server tells of it to a stranger, or with what *more* says instead. */
export function daily(date: string, more: Partial<DailyJson> = {}): DailyJson {
  const [opens_at, closes_at, final_at] = [`${date}T00:00:00Z`, `${date}T23:59:59Z`, `${date}T23:59:59Z`];
  const facts = { date, variant: VARIANT, status: 'open', rules_version: 1, commitment: `sha256:${'0'.repeat(64)}` } as const;
  return { ...facts, opens_at, closes_at, final_at, void_reason: null, me: null, opening: OPENING, ...more };
}

/** Answers by path; what it does not know is not there. */
export class Server {
  day = '2026-11-29';
  readonly asked: string[] = [];
  answers: Record<string, () => Response> = {};

  readonly fetch = async (request: Request): Promise<Response> => {
    const path = new URL(request.url).pathname.replace('/api/v1', '');
    this.asked.push(path);
    return (this.answers[path] ?? (() => this.usual(path)))();
  };

  private usual(path: string): Response {
    if (path === '/time') return Response.json({ now: `${this.day}T12:00:00Z`, date: this.day, next_switch_at: `${this.day}T23:59:59Z` });
    if (path === `/dailies/${this.day}/${VARIANT}`) return Response.json(daily(this.day));
    return problem(404);
  }
}

export let server: Server;

/** Have a new `server`, and noon of its day, for each test of the file that calls this. */
export function haveServer(): void {
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.parse('2026-11-29T12:00:00Z') });
    server = new Server();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}

export function problem(status: number, headers: Record<string, string> = {}): Response {
  return Response.json({ code: 'some_code', status, detail: 'The server’s own words.' }, { status, headers });
}
