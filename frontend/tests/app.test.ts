import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const VARIANT = 'spiderette-1';

/** What a page finds around it, as far as the table needs it before anything is drawn. */
function standIn(path: string): void {
  const place = { origin: 'http://page', protocol: 'http:', pathname: path, search: '' };
  const store = new Map<string, string>();
  vi.stubGlobal('location', place);
  vi.stubGlobal('history', { pushState: (_state: null, _title: string, to: string) => (place.pathname = to) });
  vi.stubGlobal('document', { cookie: '', addEventListener: () => undefined, removeEventListener: () => undefined });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => store.get(name) ?? null,
    setItem: (name: string, text: string) => void store.set(name, text),
    removeItem: (name: string) => void store.delete(name),
  });
}

const OPENING = {
  columns: ['AS', '2S', '3S', '4S', '5S', '6S', '7S'].map((card, down) => ({ down, up: [card] })),
  stock: { cards: 24, deals_left: 4, can_deal: true },
  foundations: [],
};

function daily(date: string, more: object = {}): object {
  const times = { opens_at: `${date}T00:00:00Z`, closes_at: `${date}T23:59:59Z` };
  return { date, variant: VARIANT, status: 'open', me: null, opening: OPENING, void_reason: null, ...times, ...more };
}

/** Answers by path; what it does not know is not there. */
class Server {
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

function problem(status: number, headers: Record<string, string> = {}): Response {
  return Response.json({ code: 'some_code', status, detail: 'The server’s own words.' }, { status, headers });
}

let server: Server;

async function openPage(path: string) {
  standIn(path);
  vi.stubGlobal('fetch', server.fetch);
  const i18n = await import('../src/i18n.svelte');
  vi.stubGlobal('document', { ...document, documentElement: {} });
  await i18n.switchLocale('en');
  const { app } = await import('../src/app.svelte');
  return app;
}

type App = Awaited<ReturnType<typeof openPage>>;

function dateOnTable({ table }: App): string | undefined {
  return table.kind === 'ready' ? table.session.daily?.date : undefined;
}

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ now: Date.parse('2026-11-29T12:00:00Z') });
  server = new Server();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a new day', () => {
  it('is announced and changes nothing, until it is asked for at the address of the old one', async () => {
    const app = await openPage('/');
    localStorage.setItem('orbweaver.variant', VARIANT);
    await app.openToday();
    expect(dateOnTable(app)).toBe('2026-11-29');
    server.day = '2026-11-30';
    await app.askTime();
    expect(app.newDay).toBe('2026-11-30');
    expect(dateOnTable(app)).toBe('2026-11-29');
    await app.playToday(VARIANT);
    expect(dateOnTable(app)).toBe('2026-11-30');
    expect(app.newDay).toBeNull();
    expect(location.pathname).toBe('/');
  });
});

describe('a table that can’t be had', () => {
  const path = `/d/2026-11-29/${VARIANT}`;
  const api = `/dailies/2026-11-29/${VARIANT}`;

  it('because there is no such deal is not asked for again', async () => {
    server.answers[api] = () => problem(404);
    const app = await openPage(path);
    await app.openDaily('2026-11-29', VARIANT);
    expect(app.table).toMatchObject({ kind: 'failed', why: 'missing', detail: 'There is no deal at this address.' });
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(server.asked).toEqual([api]);
  });

  it('just now is asked for again, when the server says, until it comes', async () => {
    server.answers[api] = () => problem(503, { 'Retry-After': '20' });
    const app = await openPage(path);
    await app.openDaily('2026-11-29', VARIANT);
    expect(app.table).toMatchObject({ why: 'later', detail: 'The server’s own words.' });
    delete server.answers[api];
    await vi.advanceTimersByTimeAsync(19_000);
    expect(app.table.kind).toBe('failed');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(dateOnTable(app)).toBe('2026-11-29');
  });

  it('before its day says when it opens, and comes by itself then', async () => {
    const day = '2026-11-30';
    server.answers[`/dailies/${day}/${VARIANT}`] = () =>
      Response.json(Date.now() < Date.parse(`${day}T00:00:00Z`) ? daily(day, { status: 'scheduled', opening: null }) : daily(day));
    const app = await openPage(`/d/${day}/${VARIANT}`);
    await app.openDaily(day, VARIANT);
    expect(app.table).toMatchObject({ why: 'later', detail: expect.stringContaining('This deal opens on') });
    await vi.advanceTimersByTimeAsync(12 * 3_600_000 + 1_000);
    expect(dateOnTable(app)).toBe(day);
    // Once an hour, and not every few seconds.
    expect(server.asked.length).toBeLessThan(15);
  });

  it('because it was withdrawn says why', async () => {
    server.answers[api] = () => Response.json(daily('2026-11-29', { status: 'void', opening: null, void_reason: 'It leaked.' }));
    const app = await openPage(path);
    await app.openDaily('2026-11-29', VARIANT);
    expect(app.table).toMatchObject({ why: 'missing', detail: 'Withdrawn: It leaked.' });
  });
});
