/** Which boards there are: the API's orders and pools, and the words for them. */
import { m } from '../../i18n.svelte';

export const ORDERS = ['moves', 'score', 'time'] as const;
export type By = (typeof ORDERS)[number];

export const POOLS = ['ranked', 'pure', 'all', 'bot'] as const;
export type Pool = (typeof POOLS)[number];

/** Those that stand next to each other where there is room. */
export const PAIR: readonly Pool[] = ['ranked', 'pure'];

export const BY_WORDS = { moves: () => m.by_moves(), score: () => m.by_score(), time: () => m.by_time() };
export const POOL_WORDS = { ranked: () => m.pool_ranked(), pure: () => m.pool_pure(), all: () => m.pool_all(), bot: () => m.pool_bot() };
