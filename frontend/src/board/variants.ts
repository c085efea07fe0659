/** The six variants as data. They never change under one name, so the page need not ask for them. */

export const VARIANT_NAMES = [
  'spider-1',
  'spider-2',
  'spider-4',
  'spiderette-1',
  'spiderette-2',
  'spiderette-4',
] as const;

export type VariantName = (typeof VARIANT_NAMES)[number];
export type GameName = 'spider' | 'spiderette';
export type SuitCount = 1 | 2 | 4;

export interface Variant {
  readonly name: VariantName;
  readonly game: GameName;
  readonly suits: SuitCount;
  readonly columnSizes: readonly number[];
  readonly cardCount: number;
  readonly sequencesToWin: number;
  /** Whether the stock may be dealt onto an empty column once fewer cards than columns are left. */
  readonly dealsWhenShort: boolean;
}

const GAMES = {
  spider: { columnSizes: [6, 6, 6, 6, 5, 5, 5, 5, 5, 5], cardCount: 104, sequencesToWin: 8, dealsWhenShort: true },
  spiderette: { columnSizes: [1, 2, 3, 4, 5, 6, 7], cardCount: 52, sequencesToWin: 4, dealsWhenShort: false },
} as const;

export function isVariantName(text: string): text is VariantName {
  return (VARIANT_NAMES as readonly string[]).includes(text);
}

export function variant(name: VariantName): Variant {
  const [game, suits] = name.split('-') as [GameName, string];
  return { name, game, suits: Number(suits) as SuitCount, ...GAMES[game] };
}
