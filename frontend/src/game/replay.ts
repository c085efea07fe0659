/** A finished game, move by move. Pure: the server's replay in, what lay on the table after each move out. */
import type { Board, Effect } from '../board/types';
import { LEAST_ACTION_MS, MOST_ACTION_MS, score } from '../board/rules';
import { applyEffects } from './queue';

export interface ReplayStep {
  readonly token: string;
  /** Since the game began. */
  readonly at_ms: number;
  /** Columns 0-based; none for an undo, which the steps before it tell. */
  readonly effects: readonly Effect[];
}

/** The table after a step; the first is the opening. */
export interface Frame {
  readonly board: Board;
  readonly step: ReplayStep | null;
  readonly moves: number;
  readonly undos: number;
  readonly score: number;
  /** As the game counts it: a move costs the time since the one before, within limits. */
  readonly timeMs: number;
}

export function framesOf(opening: Board, steps: readonly ReplayStep[]): Frame[] {
  const frames: Frame[] = [{ board: opening, step: null, moves: 0, undos: 0, score: score(0, 0), timeMs: 0 }];
  const past: Board[] = [];
  let [board, undos, timeMs, before] = [opening, 0, 0, 0];
  for (const step of steps) {
    if (step.token === '-') {
      board = past.pop() ?? board;
      undos += 1;
    } else {
      past.push(board);
      board = applyEffects(board, step.effects);
    }
    timeMs += Math.min(Math.max(step.at_ms - before, LEAST_ACTION_MS), MOST_ACTION_MS);
    before = step.at_ms;
    const moves = past.length;
    frames.push({ board, step, moves, undos, score: score(moves, board.foundations.length), timeMs });
  }
  return frames;
}
