/** The API's answers as its description has them, and what they mean to the board. */
import type { Board, Card, Effect, Suit } from '../board/types';
import type { Answer, Confirmed } from '../game/queue';
import type { components } from './schema';

type Schemas = components['schemas'];

export type ObservationJson = Schemas['Opening'];
/** A game without its cards. */
export type GameSummaryJson = Schemas['GameSummary'];
export type GameJson = Schemas['Game'];
export type OwnStateJson = Schemas['OwnState'];
export type DailyJson = Schemas['Daily'] & { readonly opening?: ObservationJson | null };
export type TimeJson = Schemas['Time'];
export type AnswerJson = Schemas['CommandResult'];
export type BatchJson = Schemas['BatchResult'];
export type MeJson = Schemas['Me'];
export type TallyJson = Schemas['Tally'];
export type RecordsJson = Schemas['Records'];
export type StreaksJson = Schemas['Streaks'];
export type StatisticsJson = Schemas['Statistics'];
export type BoardItemJson = Schemas['BoardItem'];
export type BoardJson = Schemas['Board'];

export type GamePageJson = Schemas['GamePage'];
export type ReplayJson = Schemas['Replay'];
/** One of a player's public results. */
export interface PublicResultJson {
  readonly daily: string;
  readonly moves: number;
  readonly score: number;
  readonly undos: number;
  readonly time_s: number;
  readonly ranked: boolean;
  readonly replay: string;
}
/** The description says only that records, streaks and results are lists of objects; docs/api.md says of what. */
export interface ProfileJson extends Omit<Schemas['Profile'], 'records' | 'streaks' | 'results'> {
  readonly records: RecordsJson['items'] | null;
  readonly streaks: StreaksJson['items'] | null;
  readonly results: readonly PublicResultJson[];
}

export interface RequestBodies {
  readonly source: Schemas['SourceRequest'];
  readonly guest: Schemas['GuestRequest'];
  readonly claim: Schemas['ClaimRequest'];
  readonly me: Schemas['PatchedMeRequest'];
  readonly submission: Schemas['SubmissionRequest'];
}

/** The description says only that effects are objects; this is what docs/api.md says of them. */
type EffectJson =
  | { kind: 'moved'; from: number; to: number; cards: string[] }
  | { kind: 'dealt'; cards: { column: number; card: string }[] }
  | { kind: 'sequence_removed'; column: number; suit: string }
  | { kind: 'turned_up'; column: number; card: string }
  | { kind: 'undone'; token: string };

/** As of an opening; games and undos describe their columns less closely. */
type SeenJson = Pick<ObservationJson, 'stock' | 'foundations'> & { readonly columns: readonly object[] };

export function boardOf(json: SeenJson): Board {
  return {
    columns: (json.columns as ObservationJson['columns']).map(({ down, up }) => ({ down, up: up as Card[] })),
    stock: json.stock.cards,
    foundations: json.foundations as Suit[],
  };
}

export function confirmedOf(json: GameJson): Confirmed {
  return { seq: json.seq, status: json.status, board: boardOf(json), counters: json.counters, notices: json.notices };
}

/** Milliseconds since the last action of a game that was answered at *date*; 0 where that is not told. */
export function sinceAction(game: GameJson, date: string | null): number {
  // The header leaves out what is less than a second: half of one is the least wrong.
  return date ? Math.max(0, Date.parse(date) + 500 - Date.parse(game.acted_at)) : 0;
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

export function effectsOf(json: readonly object[]): Effect[] {
  return (json as EffectJson[]).flatMap(effectOf);
}

export function answerOf(json: AnswerJson): Answer {
  const { seq, effects, counters, status, notices, columns, stock, foundations } = json;
  return {
    seq,
    effects: effectsOf(effects),
    board: columns && stock && foundations ? boardOf({ columns, stock, foundations }) : undefined,
    counters,
    status,
    notices,
  };
}
