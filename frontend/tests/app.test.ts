import { describe, expect, it, vi } from 'vitest';
import { daily, haveServer, openPage, problem, server, VARIANT } from './page';

async function openApp(path: string) {
  await openPage(server, path);
  return (await import('../src/app.svelte')).app;
}

type App = Awaited<ReturnType<typeof openApp>>;

function dateOnTable({ table }: App): string | undefined {
  return table.kind === 'ready' ? table.session.daily?.date : undefined;
}

haveServer();

describe('a new day', () => {
  it('is announced and changes nothing, until it is asked for at the address of the old one', async () => {
    const app = await openApp('/');
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

  it('is noticed by the clock of the server, which need not be this device’s', async () => {
    vi.setSystemTime(Date.parse('2026-11-29T15:00:00Z'));
    const app = await openApp('/');
    localStorage.setItem('orbweaver.variant', VARIANT);
    await app.openToday();
    server.day = '2026-11-30';
    const leftMs = 12 * 3_600_000 - 1_000;
    await vi.advanceTimersByTimeAsync(leftMs - 1_000);
    expect(app.newDay).toBeNull();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(app.newDay).toBe('2026-11-30');
  });
});

describe('the next deal', () => {
  const ended = { game: 'g_1', first_go: true, moves: 60, open_game: null } as const;

  async function playedAfter(name: 'spider-4' | 'spiderette-1'): Promise<string[]> {
    await openApp('/');
    await (await import('../src/pages/table/next')).playNext(name);
    return server.asked.filter((path) => path.startsWith('/dailies/'));
  }

  it('is the following one of the six that the player has not ended', async () => {
    server.answers['/dailies'] = () =>
      Response.json({
        items: [
          daily('2026-11-29', { variant: 'spiderette-1', me: { ...ended, state: 'won' } }),
          daily('2026-11-29', { variant: 'spiderette-2', me: { ...ended, state: 'given_up' } }),
          daily('2026-11-29', { variant: 'spiderette-4', me: { ...ended, state: 'open' } }),
        ],
        next_cursor: null,
      });
    expect(await playedAfter('spider-4')).toEqual(['/dailies/2026-11-29/spiderette-4']);
  });

  it('is just the following one when nobody tells', async () => {
    expect(await playedAfter('spider-4')).toEqual(['/dailies/2026-11-29/spiderette-1']);
  });
});

describe('a table that can’t be had', () => {
  const path = `/d/2026-11-29/${VARIANT}`;
  const api = `/dailies/2026-11-29/${VARIANT}`;

  it('because there is no such deal is not asked for again', async () => {
    server.answers[api] = () => problem(404);
    const app = await openApp(path);
    await app.openDaily('2026-11-29', VARIANT);
    expect(app.table).toMatchObject({ kind: 'failed', why: 'missing', detail: 'There is no deal at this address.' });
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(server.asked).toEqual([api]);
  });

  it('just now is asked for again, when the server says, and what is said stays until it comes', async () => {
    server.answers[api] = () => problem(503, { 'Retry-After': '20' });
    const app = await openApp(path);
    await app.openDaily('2026-11-29', VARIANT);
    expect(app.table).toMatchObject({ why: 'later', detail: 'The server’s own words.' });
    const shown: string[] = [];
    server.answers[api] = () => {
      shown.push(app.table.kind);
      return Response.json(daily('2026-11-29'));
    };
    await vi.advanceTimersByTimeAsync(19_000);
    expect(shown).toEqual([]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(shown).toEqual(['failed']);
    expect(dateOnTable(app)).toBe('2026-11-29');
  });

  it('before its day says when it opens, and comes by itself then', async () => {
    const day = '2026-11-30';
    server.answers[`/dailies/${day}/${VARIANT}`] = () =>
      Response.json(Date.now() < Date.parse(`${day}T00:00:00Z`) ? daily(day, { status: 'scheduled', opening: null }) : daily(day));
    const app = await openApp(`/d/${day}/${VARIANT}`);
    await app.openDaily(day, VARIANT);
    expect(app.table).toMatchObject({ why: 'later', detail: expect.stringContaining('This deal opens on') });
    await vi.advanceTimersByTimeAsync(12 * 3_600_000 + 1_000);
    expect(dateOnTable(app)).toBe(day);
    // Once an hour, and not every few seconds.
    expect(server.asked.length).toBeLessThan(15);
  });

  it('because it was withdrawn says why', async () => {
    server.answers[api] = () => Response.json(daily('2026-11-29', { status: 'void', opening: null, void_reason: 'It leaked.' }));
    const app = await openApp(path);
    await app.openDaily('2026-11-29', VARIANT);
    expect(app.table).toMatchObject({ why: 'missing', detail: 'Withdrawn: It leaked.' });
  });
});
