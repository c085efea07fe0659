/** Tokens: `ac2` two cards from column 1 to column 3, `+` a stock deal, `-` an undo. One spelling each. */
import type { Command, RunMove } from './types';

const COLUMN_NAMES = 'abcdefghij';
const RUN_MOVE = /^([a-j])([a-j])([1-9][0-9]?)$/;

export function moveText(move: RunMove): string {
  return `${COLUMN_NAMES[move.from]}${COLUMN_NAMES[move.to]}${move.count}`;
}

/** Write a command that has a token; giving up has none and is sent as an object. */
export function tokenText(command: Exclude<Command, { kind: 'give_up' }>): string {
  if (command.kind === 'deal') return '+';
  if (command.kind === 'undo') return '-';
  return moveText(command);
}

/** Read one token, without asking whether it is legal anywhere; null for anything that is not one. */
export function parseToken(text: string): Exclude<Command, { kind: 'give_up' }> | null {
  if (text === '+') return { kind: 'deal' };
  if (text === '-') return { kind: 'undo' };
  const match = RUN_MOVE.exec(text);
  if (!match || match[1] === match[2]) return null;
  const count = Number(match[3]);
  if (count > 13) return null;
  return { kind: 'move', from: COLUMN_NAMES.indexOf(match[1]!), to: COLUMN_NAMES.indexOf(match[2]!), count };
}
