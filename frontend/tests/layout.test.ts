import { describe, expect, it } from 'vitest';
import { firstKeys, follow } from '../src/board/keys';
import { fan, layOutCards, measure, type Layout, type Room } from '../src/board/layout';
import { parseToken } from '../src/board/notation';
import { play } from '../src/board/rules';
import type { Board, Column } from '../src/board/types';
import { variant, type VariantName } from '../src/board/variants';
import { knownFrom, readPosition, recordedGames } from './recorded';

const ROOMS: Record<string, Room> = {
  'a 360 px phone': { width: 360, height: 500, leftHanded: false },
  'a phone on its side': { width: 580, height: 320, leftHanded: false },
  'a laptop': { width: 1200, height: 740, leftHanded: false },
  'a laptop, left-handed': { width: 1200, height: 740, leftHanded: true },
  'a laptop at 200 %': { width: 600, height: 330, leftHanded: false },
  'a large screen': { width: 2480, height: 1380, leftHanded: false },
};
const NAMES: VariantName[] = ['spider-4', 'spiderette-4'];
const cases = Object.entries(ROOMS).flatMap(([title, room]) => NAMES.map((name) => [title, name, room] as const));

function opening(name: VariantName): Board {
  const rules = variant(name);
  return {
    columns: rules.columnSizes.map((size) => ({ down: size - 1, up: ['5S'] })),
    stock: rules.cardCount - rules.columnSizes.reduce((sum, size) => sum + size, 0),
    foundations: [],
  };
}

function tall(down: number, up: number): Column {
  return { down, up: Array.from({ length: up }, () => '5S' as const) };
}

describe.each(cases)('on %s, %s', (_title, name, room) => {
  const board = opening(name);
  const metrics = measure(room, board.columns.length);

  it('keeps every card inside the room, and columns apart', () => {
    const layout = layOutCards(board, firstKeys(board), metrics);
    expect(layout.cards.length).toBe(variant(name).cardCount);
    for (const card of layout.cards) {
      expect(card.x).toBeGreaterThanOrEqual(0);
      expect(card.x + metrics.cardWidth).toBeLessThanOrEqual(room.width + 1);
      expect(card.y).toBeGreaterThanOrEqual(0);
      expect(card.y + metrics.cardHeight).toBeLessThanOrEqual(room.height);
    }
    metrics.columnX.slice(1).forEach((x, index) => {
      expect(x - metrics.columnX[index]!).toBeGreaterThan(metrics.cardWidth);
    });
  });

  it('keeps the stock and the foundations clear of the columns', () => {
    const { stock, foundations, columnX, cardWidth, bottom } = metrics;
    for (const pile of [stock, foundations]) {
      const beside = columnX.every((x) => pile.x >= x + cardWidth || pile.x + cardWidth <= x);
      expect(beside || pile.y >= bottom).toBe(true);
    }
  });

  it('never makes a strip lower than the index', () => {
    for (const column of [tall(0, 12), tall(5, 15), tall(6, 30), tall(0, 40)]) {
      const { offsets } = fan(column, metrics);
      for (let index = column.down + 1; index < offsets.length; index += 1) {
        expect(offsets[index]! - offsets[index - 1]!).toBeGreaterThanOrEqual(metrics.indexStrip - 1);
      }
      expect(metrics.indexStrip).toBeGreaterThan(metrics.indexSize);
    }
  });

  it('shows the index of every card of a column of twenty', () => {
    const { offsets } = fan(tall(5, 15), metrics);
    expect(metrics.top + offsets.at(-1)! + metrics.indexStrip).toBeLessThanOrEqual(metrics.bottom);
  });
});

describe('a layout from the one before', () => {
  it('is what it would be from nothing, through whole games and back', () => {
    const metrics = measure(ROOMS['a laptop']!, 10);
    for (const game of recordedGames().filter(({ variant }) => variant.startsWith('spider-')).slice(0, 4)) {
      const known = knownFrom(game.start, game.stock);
      const trail: Board[] = [readPosition(game.start).board];
      for (const step of game.steps) {
        const command = parseToken(step.do)!;
        if (command.kind !== 'move' && command.kind !== 'deal') throw new Error(`${step.do} is recorded`);
        trail.push(play(trail.at(-1)!, command, known).board);
      }
      let keys = firstKeys(trail[0]!);
      let layout: Layout = layOutCards(trail[0]!, keys, metrics);
      for (const board of [...trail.slice(1), ...trail.slice(0, -1).reverse()]) {
        keys = follow(keys, layout.of.board, board);
        layout = layOutCards(board, keys, metrics, layout);
        const { cards, columns, height } = layOutCards(board, keys, metrics);
        expect(layout).toMatchObject({ cards, columns, height });
      }
    }
  });

  it('leaves alone what a move does not touch', () => {
    const board = opening('spider-4');
    const metrics = measure(ROOMS['a laptop']!, 10);
    const keys = firstKeys(board);
    const before = layOutCards(board, keys, metrics);
    const columns = board.columns.with(0, { down: 5, up: ['5S', '4S'] }).with(1, { down: 4, up: ['5S'] });
    const after = { ...board, columns };
    const layout = layOutCards(after, follow(keys, board, after), metrics, before);
    const changed = layout.cards.filter((card, key) => card !== before.cards[key]).length;
    expect(changed).toBe(2);
    expect(layout.columns.slice(2).every((box, at) => box === before.columns[at + 2])).toBe(true);
  });
});

describe('the fan', () => {
  it('does not change the size of cards, whatever lies in a column', () => {
    const metrics = measure(ROOMS['a laptop']!, 10);
    const roomy = fan(tall(2, 3), metrics);
    const crowded = fan(tall(5, 18), metrics);
    expect(roomy.offsets[3]! - roomy.offsets[2]!).toBeGreaterThan(crowded.offsets[7]! - crowded.offsets[6]!);
    expect(crowded.height).toBeLessThanOrEqual(metrics.bottom - metrics.top + 1);
  });

  it('chooses the plain face for small cards', () => {
    expect(measure(ROOMS['a 360 px phone']!, 10).face).toBe('compact');
    expect(measure(ROOMS['a laptop']!, 10).face).toBe('full');
  });

  it('puts the stock at the right thumb, or the left', () => {
    const right = measure(ROOMS['a laptop']!, 10);
    const left = measure(ROOMS['a laptop, left-handed']!, 10);
    expect(right.stock.x).toBeGreaterThan(right.columnX[9]!);
    expect(left.stock.x).toBeLessThan(left.columnX[0]!);
  });
});
