/** The API's answers as the page reads them, and what they mean to the board. */
import type { Board, Card, Effect, Suit } from '../board/types';
import type { VariantName } from '../board/variants';
import type { Answer, Confirmed, Counters, GameStatus } from '../game/queue';

export interface ObservationJson {
  readonly stock: { readonly cards: number; readonly deals_left: number; readonly can_deal: boolean };
  readonly columns: readonly { readonly down: number; readonly up: readonly string[] }[];
  readonly foundations: readonly string[];
}

/** A game without its cards. */
export interface GameSummaryJson {
  readonly id: string;
  readonly status: GameStatus;
  readonly seq: number;
  readonly attempt: number | null;
  readonly ranked: boolean;
  readonly variant: VariantName;
  readonly daily: string | null;
  readonly number: number | null;
  readonly code: string | null;
  readonly counters: Counters;
}

export interface GameJson extends GameSummaryJson, ObservationJson {
  readonly commitment: string | null;
  readonly notices: readonly string[];
}

export interface OwnStateJson {
  readonly state: 'not_begun' | 'open' | 'won' | 'given_up';
  readonly game: string | null;
  readonly first_go: boolean;
  readonly moves: number | null;
  readonly open_game: string | null;
}

export interface DailyJson {
  readonly date: string;
  readonly variant: VariantName;
  readonly status: 'scheduled' | 'open' | 'closed' | 'final' | 'void';
  readonly commitment: string;
  readonly opens_at: string;
  readonly closes_at: string;
  readonly final_at: string;
  readonly void_reason: string | null;
  readonly me: OwnStateJson | null;
  readonly opening?: ObservationJson | null;
  /** Added by the page, from the leaderboard. */
  readonly rank?: number;
}

export interface TimeJson {
  readonly now: string;
  readonly date: string;
  readonly next_switch_at: string;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly next_cursor: string | null;
}

type EffectJson =
  | { kind: 'moved'; from: number; to: number; cards: string[] }
  | { kind: 'dealt'; cards: { column: number; card: string }[] }
  | { kind: 'sequence_removed'; column: number; suit: string }
  | { kind: 'turned_up'; column: number; card: string }
  | { kind: 'undone'; token: string };

export interface AnswerJson extends Partial<ObservationJson> {
  readonly seq: number;
  readonly token: string | null;
  readonly effects: readonly EffectJson[];
  readonly counters: Counters;
  readonly status: GameStatus;
  readonly notices: readonly string[];
}

export interface BatchJson {
  readonly seq: number;
  readonly applied: number;
  readonly results: readonly AnswerJson[];
  readonly stopped: { readonly index: number; readonly problem: { code: string; detail: string; params: Record<string, unknown> } } | null;
}

export interface HintJson {
  readonly state: 'pending' | 'found' | 'not_found_within_limit' | 'proven_lost';
  readonly token: string | null;
  readonly reference: string | null;
}

export interface PlayerJson {
  readonly name: string;
  readonly guest: boolean;
  readonly bot: boolean;
  readonly since: string;
  readonly banned: { readonly reason: string; readonly since: string } | null;
}

export interface MeJson extends PlayerJson {
  readonly locale: string;
  readonly email: string;
  readonly preferences: Readonly<Record<string, unknown>>;
  readonly is_listed: boolean;
  readonly is_in_statistics: boolean;
}

export interface SignedInJson {
  readonly player: MeJson;
}

export interface TallyJson {
  readonly played: number;
  readonly won: number;
  readonly streak: number;
  readonly best_streak: number;
  readonly best_time_s: number | null;
  readonly fewest_moves: number | null;
}

export interface RecordsJson {
  readonly items: readonly { readonly variant: VariantName; readonly daily: TallyJson; readonly practice: TallyJson }[];
}

export interface StreaksJson {
  readonly items: readonly { readonly variant: VariantName | null; readonly current: number; readonly best: number; readonly last_date: string | null }[];
}

export interface StatisticsJson {
  readonly final: boolean;
  readonly challengers: number;
  readonly finishers: number;
  readonly share: number | null;
  readonly histograms: {
    readonly moves: readonly { readonly moves: number; readonly count: number }[];
    readonly time: readonly { readonly from_s: number; readonly to_s: number; readonly count: number }[];
  } | null;
  readonly me: { readonly moves: number; readonly time_s: number; readonly top_percent: { readonly moves: number; readonly time: number } | null } | null;
  readonly shown_from: number;
}

export interface BoardItemJson {
  readonly rank: number;
  readonly player: { readonly name: string | null; readonly bot: boolean; readonly hidden: boolean };
  readonly is_me: boolean;
  readonly moves: number;
  readonly score: number;
  readonly undos: number;
  readonly time_s: number;
  readonly replay: string | null;
}

export interface BoardJson {
  readonly by: 'moves' | 'score' | 'time';
  readonly pool: string;
  readonly final: boolean;
  readonly total: number;
  readonly me: { readonly rank: number; readonly top_percent: number } | null;
  readonly items: readonly BoardItemJson[];
  readonly next_cursor: string | null;
  readonly prev_cursor?: string | null;
}

export interface RevealJson {
  readonly date: string;
  readonly variant: VariantName;
  readonly seed: string;
  readonly commitment: string;
  readonly order: readonly string[];
  readonly line: string | null;
  readonly par: number | null;
}

export interface ResultJson extends GameSummaryJson {
  readonly player: { readonly name: string; readonly bot: boolean };
  readonly sequences: number;
  readonly time_s: number;
}

export function boardOf(json: ObservationJson): Board {
  return {
    columns: json.columns.map(({ down, up }) => ({ down, up: up as Card[] })),
    stock: json.stock.cards,
    foundations: json.foundations as Suit[],
  };
}

export function confirmedOf(json: GameJson): Confirmed {
  return { seq: json.seq, status: json.status, board: boardOf(json), counters: json.counters, notices: json.notices };
}

/** Effects count columns from 1; the board counts from 0. */
function effectOf(json: EffectJson): Effect[] {
  switch (json.kind) {
    case 'moved':
      return [{ kind: 'moved', from: json.from - 1, to: json.to - 1, cards: json.cards as Card[] }];
    case 'dealt':
      return [{ kind: 'dealt', cards: json.cards.map(({ column, card }) => ({ column: column - 1, card: card as Card })) }];
    case 'sequence_removed':
      return [{ kind: 'sequence_removed', column: json.column - 1, suit: json.suit as Suit }];
    case 'turned_up':
      return [{ kind: 'turned_up', column: json.column - 1, card: json.card as Card }];
    default:
      return [];
  }
}

export function answerOf(json: AnswerJson): Answer {
  const { seq, effects, counters, status, notices, columns, stock, foundations } = json;
  return {
    seq,
    effects: effects.flatMap(effectOf),
    board: columns && stock && foundations ? boardOf({ columns, stock, foundations }) : undefined,
    counters,
    status,
    notices,
  };
}
