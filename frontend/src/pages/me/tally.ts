/** What is counted of a player's games of one kind, with its words. */
import type { TallyJson } from '../../api/types';
import { clockText, m, numberText } from '../../i18n.svelte';

export const MEASURES: readonly { readonly word: () => string; readonly text: (tally: TallyJson) => string }[] = [
  { word: () => m.played(), text: (tally) => numberText(tally.played) },
  { word: () => m.won(), text: (tally) => numberText(tally.won) },
  { word: () => m.streak(), text: (tally) => numberText(tally.streak) },
  { word: () => m.best_streak(), text: (tally) => numberText(tally.best_streak) },
  { word: () => m.best_time(), text: (tally) => (tally.best_time_s === null ? m.none_yet() : clockText(tally.best_time_s)) },
  { word: () => m.fewest_moves(), text: (tally) => (tally.fewest_moves === null ? m.none_yet() : numberText(tally.fewest_moves)) },
];
