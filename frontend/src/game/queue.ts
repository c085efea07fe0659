/**
 * The moves a player has made and the server has not answered yet. Pure: no fetch, no clock.
 *
 * A command is shown at once, on top of what the server last said (`confirmed`), and sent in order:
 * one request in flight at a time, whatever has gathered meanwhile as one batch. A request whose
 * answer was lost is sent again unchanged, which the server recognises, so nothing is done twice.
 * When the server refuses one, it and all made after it are taken back.
 */
import { tokenText } from '../board/notation';
import { bestColumn, dealRefusal, isWaiting, isWon, moveRefusal, play, score, type Refusal } from '../board/rules';
import {
  type Board,
  type Card,
  type Column,
  type Command,
  type Effect,
  type FaceUp,
  type Known,
  NOTHING_KNOWN,
} from '../board/types';
import type { Variant } from '../board/variants';

export interface Counters {
  readonly moves: number;
  readonly actions: number;
  readonly stock_deals: number;
  readonly undos: number;
  readonly hints: number;
  readonly score: number;
  readonly time_ms: number;
}

export type GameStatus = 'open' | 'won' | 'given_up';

/** What the server last said of a game. */
export interface Confirmed {
  readonly seq: number;
  readonly status: GameStatus;
  readonly board: Board;
  readonly counters: Counters;
  readonly notices: readonly string[];
}

/** One accepted command in the server's words, columns 0-based. An undo brings the whole board. */
export interface Answer {
  readonly seq: number;
  readonly effects: readonly Effect[];
  readonly board?: Board | undefined;
  readonly counters?: Counters | undefined;
  readonly status?: GameStatus | undefined;
  readonly notices?: readonly string[] | undefined;
}

/** Cards seen face up in places where they may lie face down again after an undo. */
export interface Seen {
  readonly down: Readonly<Record<string, Card>>;
  readonly stock: Readonly<Record<string, Card>>;
}

export interface Queue {
  readonly rules: Variant;
  readonly confirmed: Confirmed;
  /** The boards before each confirmed move, as far back as this page has seen; an undo goes there. */
  readonly past: readonly Board[];
  /** Every confirmed command from the opening on, undos too; null when some of it was made elsewhere. */
  readonly line: readonly Command[] | null;
  /** Sent, not answered: the request is repeated exactly as it is until it is. */
  readonly inFlight: readonly Command[];
  /** Made after those, not sent yet. */
  readonly waiting: readonly Command[];
  readonly seen: Seen;
}

/** What a player sees: the confirmed game with all unanswered commands carried out. */
export interface Shown extends Confirmed {
  readonly past: readonly Board[];
  /** What the last unanswered command does. */
  readonly effects: readonly Effect[];
  /** Whether nothing can be added until the server answers: an undo to a board this page has not seen. */
  readonly blocked: boolean;
}

/** The longest batch the server takes. */
const BATCH_LIMIT = 200;

export function start(rules: Variant, confirmed: Confirmed): Queue {
  const line = confirmed.seq === 0 ? [] : null;
  return { rules, confirmed, past: [], line, inFlight: [], waiting: [], seen: { down: {}, stock: {} } };
}

/** The same deal from its opening, with all that was made on it still to be sent; without that if it is not known. */
export function anew(queue: Queue, opening: Confirmed): Queue {
  const { line, inFlight, waiting, seen } = queue;
  return { ...start(queue.rules, opening), seen, waiting: line ? [...line, ...inFlight, ...waiting] : [] };
}

export function pendingCount(queue: Queue): number {
  return queue.inFlight.length + queue.waiting.length;
}

function knownOf(queue: Queue, known: Known): Known {
  const { seen } = queue;
  return {
    down: (column, index) => known.down(column, index) ?? seen.down[`${column},${index}`],
    stock: (left) => known.stock(left) ?? seen.stock[left],
  };
}

function predict(shown: Shown, command: Command, rules: Variant, known: Known): Shown {
  const { counters } = shown;
  const actions = counters.actions + 1;
  if (command.kind === 'give_up') {
    return { ...shown, status: 'given_up', effects: [], notices: [] };
  }
  if (command.kind === 'undo') {
    const undone = { ...counters, actions, moves: counters.moves - 1, undos: counters.undos + 1 };
    const board = shown.past.at(-1);
    if (!board) return { ...shown, effects: [], blocked: true };
    const points = score(undone.moves, board.foundations.length);
    return { ...shown, board, past: shown.past.slice(0, -1), counters: { ...undone, score: points }, effects: [], notices: [] };
  }
  const { board, effects } = play(shown.board, command, known);
  const moves = counters.moves + 1;
  return {
    ...shown,
    board,
    effects,
    past: [...shown.past, shown.board],
    status: isWon(board) && board.foundations.length === rules.sequencesToWin ? 'won' : shown.status,
    counters: {
      ...counters,
      actions,
      moves,
      stock_deals: counters.stock_deals + (command.kind === 'deal' ? 1 : 0),
      score: score(moves, board.foundations.length),
    },
    notices: [],
  };
}

export function show(queue: Queue, known: Known = NOTHING_KNOWN): Shown {
  let shown: Shown = { ...queue.confirmed, past: queue.past, effects: [], blocked: false };
  const all = knownOf(queue, known);
  for (const command of [...queue.inFlight, ...queue.waiting]) shown = predict(shown, command, queue.rules, all);
  return shown;
}

/** What is shown once *command* has been added to *queue*: one step on from what is *shown*, however much waits. */
export function showNext(queue: Queue, shown: Shown, command: Command, known: Known = NOTHING_KNOWN): Shown {
  return predict(shown, command, queue.rules, knownOf(queue, known));
}

/** Say why a command can't be made on what is shown, or null. The server judges again. */
export function refusalOf(shown: Shown, command: Command, rules: Variant): Refusal | null {
  if (shown.status !== 'open') return { code: 'game_over', params: {} };
  if (shown.blocked) return { code: 'not_known_yet', params: {} };
  switch (command.kind) {
    case 'move':
      return moveRefusal(shown.board, command);
    case 'deal':
      return dealRefusal(shown.board, rules);
    case 'undo':
      return shown.counters.moves === 0 ? { code: 'nothing_to_undo', params: {} } : null;
    case 'give_up':
      return null;
  }
}

/** Add a command that `refusalOf` has let pass. */
export function add(queue: Queue, command: Command): Queue {
  return { ...queue, waiting: [...queue.waiting, command] };
}

export interface Request {
  readonly seq: number;
  readonly commands: readonly Command[];
}

/** What must be in flight now: the unanswered request again, or what has gathered; null when nothing has. */
export function take(queue: Queue): { queue: Queue; request: Request | null } {
  if (queue.inFlight.length > 0) {
    return { queue, request: { seq: queue.confirmed.seq, commands: queue.inFlight } };
  }
  if (queue.waiting.length === 0) return { queue, request: null };
  // Giving up goes alone, so that nothing after it can be in its batch.
  const end = queue.waiting.findIndex((command) => command.kind === 'give_up');
  const count = Math.min(BATCH_LIMIT, end > 0 ? end : end === 0 ? 1 : queue.waiting.length);
  const commands = queue.waiting.slice(0, count);
  return {
    queue: { ...queue, inFlight: commands, waiting: queue.waiting.slice(count) },
    request: { seq: queue.confirmed.seq, commands },
  };
}

/** The request's body as the API wants it. The same request always gives the same body. */
export function requestBody(request: Request): object {
  const words = request.commands.map((command) => (command.kind === 'give_up' ? { type: 'give_up' } : tokenText(command)));
  if (words.length === 1) return { seq: request.seq, command: words[0] };
  return { seq: request.seq, commands: words, atomic: false };
}

/** Thrown when an answer does not fit what this page believes; the game must be read anew. */
export class OutOfStep extends Error {}

/** Carry out what the server says has happened. */
export function applyEffects(board: Board, effects: readonly Effect[]): Board {
  const columns: Column[] = [...board.columns];
  const foundations = [...board.foundations];
  let { stock } = board;
  const at = (index: number): Column => {
    const column = columns[index];
    if (!column) throw new OutOfStep(`no column ${index}`);
    return column;
  };
  for (const effect of effects) {
    switch (effect.kind) {
      case 'moved': {
        const source = at(effect.from);
        const target = at(effect.to);
        if (source.up.length < effect.cards.length) throw new OutOfStep('fewer cards than moved');
        columns[effect.from] = { down: source.down, up: source.up.slice(0, source.up.length - effect.cards.length) };
        columns[effect.to] = { down: target.down, up: [...target.up, ...effect.cards] };
        break;
      }
      case 'dealt':
        for (const { column, card } of effect.cards) {
          columns[column] = { down: at(column).down, up: [...at(column).up, card] };
          stock -= 1;
        }
        if (stock < 0) throw new OutOfStep('more cards dealt than there are');
        break;
      case 'sequence_removed': {
        const column = at(effect.column);
        if (column.up.length < 13) throw new OutOfStep('no sequence there');
        columns[effect.column] = { down: column.down, up: column.up.slice(0, -13) };
        foundations.push(effect.suit);
        break;
      }
      case 'turned_up': {
        const column = at(effect.column);
        if (column.down === 0 || column.up.length > 0) throw new OutOfStep('nothing to turn up there');
        columns[effect.column] = { down: column.down - 1, up: [effect.card] };
        break;
      }
    }
  }
  return { columns, stock, foundations };
}

/** Remember where cards have been seen, so that a move made again after an undo shows them at once. */
function remember(seen: Seen, before: Board, effects: readonly Effect[]): Seen {
  const down = { ...seen.down };
  const stock = { ...seen.stock };
  const depth = before.columns.map((column) => column.down);
  let left = before.stock;
  for (const effect of effects) {
    if (effect.kind === 'turned_up') {
      depth[effect.column]! -= 1;
      if (effect.card) down[`${effect.column},${depth[effect.column]}`] = effect.card;
    } else if (effect.kind === 'dealt') {
      for (const { card } of effect.cards) {
        if (card) stock[left] = card;
        left -= 1;
      }
    }
  }
  return { down, stock };
}

/**
 * Take in the answers to the request in flight, in order. They may be fewer than its commands:
 * then the next one was refused, and it goes, with all that were made after it.
 *
 * Raises `OutOfStep` when they can't be true of this game; the queue must then be reloaded.
 */
export function accept(queue: Queue, answers: readonly Answer[]): { queue: Queue; dropped: readonly Command[] } {
  let { confirmed, seen } = queue;
  const past = [...queue.past];
  const line = queue.line && [...queue.line, ...queue.inFlight.slice(0, answers.length)];
  if (answers.length > queue.inFlight.length) throw new OutOfStep('more answers than commands');
  answers.forEach((answer, index) => {
    const command = queue.inFlight[index]!;
    if (answer.seq !== confirmed.seq + 1) throw new OutOfStep(`seq ${answer.seq} after ${confirmed.seq}`);
    let board = confirmed.board;
    if (answer.board) {
      board = answer.board;
      if (command.kind === 'undo') past.pop();
    } else if (command.kind !== 'give_up') {
      board = applyEffects(board, answer.effects);
      past.push(confirmed.board);
      seen = remember(seen, confirmed.board, answer.effects);
    }
    confirmed = {
      seq: answer.seq,
      status: answer.status ?? confirmed.status,
      board,
      counters: answer.counters ?? confirmed.counters,
      notices: answer.notices ?? confirmed.notices,
    };
  });
  const refused = answers.length < queue.inFlight.length;
  const dropped = refused ? [...queue.inFlight.slice(answers.length), ...queue.waiting] : [];
  return {
    queue: { ...queue, confirmed, past, line, seen, inFlight: [], waiting: refused ? [] : queue.waiting },
    dropped,
  };
}

/** Start over from what the server says now; what was not answered is given up and returned. */
export function reload(queue: Queue, confirmed: Confirmed): { queue: Queue; dropped: readonly Command[] } {
  const same = confirmed.seq === queue.confirmed.seq;
  return {
    queue: {
      ...queue,
      confirmed,
      past: same ? queue.past : [],
      line: same ? queue.line : start(queue.rules, confirmed).line,
      inFlight: [],
      waiting: [],
    },
    dropped: [...queue.inFlight, ...queue.waiting],
  };
}

/** What is kept on the device so that a closed page loses no move. */
export interface Saved {
  readonly confirmed: Confirmed;
  readonly past: readonly Board[];
  readonly line: readonly Command[] | null;
  readonly inFlight: readonly Command[];
  readonly waiting: readonly Command[];
  readonly seen: Seen;
}

/** As many confirmed boards as can be undone to after a page without a server is opened again. */
const PAST_KEPT = 50;

/** What to keep of *queue*; with *past*, what can be undone without a server as well. */
export function save(queue: Queue, { past = false }: { past?: boolean } = {}): Saved {
  const { confirmed, line, inFlight, waiting, seen } = queue;
  return { confirmed, past: past ? queue.past.slice(-PAST_KEPT) : [], line, inFlight, waiting, seen };
}

/** Take up a saved queue; null when it is of another variant. */
export function restore(rules: Variant, saved: Saved): Queue | null {
  if (saved.confirmed.board.columns.length !== rules.columnSizes.length) return null;
  return { rules, ...saved };
}

/** The column an automatic move goes to, judged on what is shown. */
export function autoMove(shown: Shown, from: number, count: number): Command | Refusal {
  const found = bestColumn(shown.board, from, count);
  if ('code' in found) return found;
  return { kind: 'move', from, to: found.to, count };
}

export function hasUnknown(shown: Shown): boolean {
  return shown.blocked || isWaiting(shown.board);
}

export type { FaceUp };
