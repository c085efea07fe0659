/** What an address of the page asks for. */
import { isVariantName, type VariantName } from './board/variants';
import { isDate } from './i18n.svelte';

/** Pages beside the table, by the first part of their address, with how many parts may follow it. */
const PAGES = {
  leaderboard: [0, 2],
  me: [0, 0],
  account: [1, 1],
  p: [1, 1],
  r: [1, 1],
  replay: [1, 1],
  rules: [0, 0],
  fairness: [0, 2],
  archive: [0, 0],
  practice: [0, 0],
  settings: [0, 0],
} as const satisfies Record<string, readonly [fewest: number, most: number]>;
export type PageName = keyof typeof PAGES;

export type Route =
  | { readonly kind: 'today' }
  | { readonly kind: 'daily'; readonly date: string; readonly variant: VariantName }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'page'; readonly name: PageName }
  /** Nothing is there. */
  | { readonly kind: 'missing' };

export function routeOf(path: string): Route {
  const [head, ...rest] = path.split('/').filter(Boolean);
  if (head === undefined) return { kind: 'today' };
  const [first = '', second = ''] = rest;
  if (head === 'd' && rest.length === 2 && isDate(first) && isVariantName(second)) return { kind: 'daily', date: first, variant: second };
  // What is wrong with a code is told by who reads it.
  if (head === 'g' && rest.length === 1) return { kind: 'code', code: first };
  if (Object.hasOwn(PAGES, head)) {
    const name = head as PageName;
    const [fewest, most] = PAGES[name];
    if (rest.length >= fewest && rest.length <= most && (name !== 'account' || first === 'reset')) return { kind: 'page', name };
  }
  return { kind: 'missing' };
}
