/** The game's things in the player's language. */
import { currentLocale, m } from './i18n.svelte';
import type { Refusal } from './board/rules';
import { rankOf, RANKS, suitOf, type Board, type Card, type Command, type Effect, type FaceUp, type Suit } from './board/types';
import { variant, type SuitCount, type VariantName } from './board/variants';

const SUIT_WORDS: Record<Suit, () => string> = { S: () => m.suit_s(), H: () => m.suit_h(), D: () => m.suit_d(), C: () => m.suit_c() };

const RANK_WORDS: Record<(typeof RANKS)[number], () => string> = {
  A: () => m.rank_a(),
  '2': () => m.rank_2(),
  '3': () => m.rank_3(),
  '4': () => m.rank_4(),
  '5': () => m.rank_5(),
  '6': () => m.rank_6(),
  '7': () => m.rank_7(),
  '8': () => m.rank_8(),
  '9': () => m.rank_9(),
  T: () => m.rank_t(),
  J: () => m.rank_j(),
  Q: () => m.rank_q(),
  K: () => m.rank_k(),
};

/** Begin with a capital, where the language has them. */
export function sentence(text: string): string {
  return text.charAt(0).toLocaleUpperCase(currentLocale()) + text.slice(1);
}

export function suitWord(suit: Suit): string {
  return SUIT_WORDS[suit]();
}

export function cardWord(card: FaceUp): string {
  if (!card) return m.card_unknown();
  return m.card_name({ rank: RANK_WORDS[RANKS[rankOf(card) - 1]!](), suit: suitWord(suitOf(card)) });
}

/** One card by name, a run by its ends. */
export function cardsWord(cards: readonly FaceUp[]): string {
  const [first, last] = [cards[0] ?? null, cards.at(-1) ?? null];
  return cards.length < 2 ? cardWord(first) : m.said_run({ first: cardWord(first), last: cardWord(last) });
}

export function levelWord(suits: SuitCount): string {
  return { 1: () => m.level_1(), 2: () => m.level_2(), 4: () => m.level_4() }[suits]();
}

export function gameWord(name: VariantName): string {
  return variant(name).game === 'spider' ? m.variant_spider() : m.variant_spiderette();
}

export function variantWord(name: VariantName): string {
  return m.variant_title({ game: gameWord(name), suits: m.suits_count({ count: variant(name).suits }) });
}

const REFUSALS: Record<string, (params: Readonly<Record<string, unknown>>) => string> = {
  same_column: () => m.no_same_column(),
  empty_source: (params) => m.no_empty_source({ from: String(params['from'] ?? '') }),
  card_face_down: () => m.no_card_face_down(),
  not_a_run: () => m.no_not_a_run(),
  onto_ace: () => m.no_onto_ace(),
  king_needs_empty_column: () => m.no_king_needs_empty_column(),
  rank_mismatch: (params) =>
    m.no_rank_mismatch({ card: cardWord(params['card'] as Card), onto: cardWord(params['onto'] as Card) }),
  no_auto_target: () => m.no_no_auto_target(),
  stock_empty: () => m.no_stock_empty(),
  deal_empty_column: () => m.no_deal_empty_column(),
  nothing_to_undo: () => m.no_nothing_to_undo(),
  game_over: () => m.no_game_over(),
  not_known_yet: () => m.no_not_known_yet(),
};

/** The rule that refused a command. A code this page does not know is told in the server's own sentence. */
export function refusalWord(refusal: { readonly code: string; readonly params: Refusal['params'] }, detail = ''): string {
  return REFUSALS[refusal.code]?.(refusal.params) ?? m.no_other({ detail: detail || refusal.code });
}

/** What has happened, for those who do not see it. */
export function effectWords(effects: readonly Effect[]): string {
  const parts = effects.flatMap((effect) => {
    switch (effect.kind) {
      case 'moved':
        return [m.said_moved({ cards: cardsWord(effect.cards), column: effect.to + 1 })];
      case 'turned_up':
        return effect.card ? [m.said_turned({ card: cardWord(effect.card), column: effect.column + 1 })] : [];
      case 'sequence_removed':
        return [m.said_sequence({ suit: suitWord(effect.suit) })];
      case 'dealt': {
        const cards = effect.cards.flatMap(({ card }) => (card ? [cardWord(card)] : []));
        return cards.length ? [m.said_dealt({ count: effect.cards.length, cards: cards.join(', ') })] : [];
      }
    }
  });
  return sentence(parts.join('; '));
}

/** What a hint advises; *command* is null when there is none. */
export function hintWords(state: string, command: Command | null, board: Board): string {
  const lead = state === 'proven_lost' ? `${m.hint_lost()} ` : state === 'not_found_within_limit' ? `${m.hint_not_found()} ` : '';
  if (!command) return lead + m.hint_none();
  if (command.kind === 'deal') return lead + m.hint_deal();
  if (command.kind !== 'move') return lead + m.hint_undo();
  const cards = board.columns[command.from]!.up.slice(-command.count);
  return lead + effectWords([{ kind: 'moved', from: command.from, to: command.to, cards }]);
}

const NOTICES: Record<string, () => string> = {
  no_legal_moves: () => m.said_stuck(),
  can_never_deal: () => m.said_can_never_deal(),
  no_progress: () => m.said_no_progress(),
};

export function noticeWords(notices: readonly string[]): string {
  // Where no move is left, it goes without saying that none leads on.
  const told = notices.includes('no_legal_moves') ? notices.filter((notice) => notice !== 'no_progress') : notices;
  return told.map((notice) => NOTICES[notice]?.() ?? '').filter(Boolean).join(' ');
}
