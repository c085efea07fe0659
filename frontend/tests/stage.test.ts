import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { play } from '../src/board/rules';
import type { Board } from '../src/board/types';
import { Stage } from '../src/game/stage.svelte';

const OPENING: Board = {
  columns: [{ down: 1, up: ['4S'] }, { down: 0, up: ['5S'] }, { down: 0, up: ['9H'] }],
  stock: 3,
  foundations: [],
};
const MOVED = play(OPENING, { kind: 'move', from: 0, to: 1, count: 1 }).board;
const REVEALED: Board = { ...MOVED, columns: [{ down: 0, up: ['KD'] }, ...MOVED.columns.slice(1)] };

let stage: Stage;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { documentElement: { getAttribute: () => 'full' } });
  stage = new Stage();
  stage.set(OPENING);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('lets a card fly on when the server tells a face', () => {
  stage.play([MOVED]);
  const { flights } = stage;
  expect([...flights]).toEqual([[1, 0]]);
  stage.update(REVEALED);
  expect(stage.board).toBe(REVEALED);
  expect(stage.flights).toBe(flights);
  vi.advanceTimersByTime(1_000);
  expect(stage.flights.size).toBe(0);
  expect(stage.board).toBe(REVEALED);
});

it('deals one card after the other', () => {
  stage.play([play(OPENING, { kind: 'deal' }).board]);
  const waits = [...stage.flights].map(([key, wait]) => [stage.keys.columns.findIndex((column) => column.includes(key)), wait]);
  expect(waits).toEqual([[0, 0], [1, 48], [2, 96]]);
});
