import { describe, expect, it } from 'vitest';
import { routeOf } from '../src/routes';

describe('an address', () => {
  it.each([
    ['/', { kind: 'today' }],
    ['/d/2026-11-29/spider-2', { kind: 'daily', date: '2026-11-29', variant: 'spider-2' }],
    ['/g/SD1-S1-AAAAABD', { kind: 'code', code: 'SD1-S1-AAAAABD' }],
    ['/g/no-code', { kind: 'code', code: 'no-code' }],
    ['/leaderboard', { kind: 'page', name: 'leaderboard' }],
    ['/leaderboard/2026-11-29/spider-2', { kind: 'page', name: 'leaderboard' }],
    ['/fairness/2026-11-29/spider-2', { kind: 'page', name: 'fairness' }],
    ['/p/alice', { kind: 'page', name: 'p' }],
    ['/account/reset', { kind: 'page', name: 'account' }],
    ['/settings/', { kind: 'page', name: 'settings' }],
  ])('%s is that of a page or a deal', (path, route) => {
    expect(routeOf(path)).toEqual(route);
  });

  it.each([
    '/nowhere',
    '/d',
    '/d/2026-11-29',
    '/d/2026-11-29/spider-3',
    '/d/yesterday/spider-1',
    '/d/2026-11-29/spider-1/more',
    '/g',
    '/p',
    '/r',
    '/account',
    '/account/else',
    '/settings/more',
    '/constructor',
  ])('%s is that of nothing, and not of today’s deal', (path) => {
    expect(routeOf(path)).toEqual({ kind: 'missing' });
  });
});
