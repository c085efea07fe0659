import { beforeEach, describe, expect, it } from 'vitest';
import type { GameJson } from '../src/api/types';
import { variant } from '../src/board/variants';
import * as queue from '../src/game/queue';
import { drop, goesOn, prune, recall, store, type Kept } from '../src/game/storage';
import { table } from './recorded';

/** The browser's store as far as the page uses it: texts by name, as own properties, up to a size. */
class DeviceStore {
  [name: string]: unknown;

  constructor(room: number) {
    Object.defineProperty(this, 'room', { value: room });
  }

  getItem(name: string): string | null {
    return Object.hasOwn(this, name) ? (this[name] as string) : null;
  }

  setItem(name: string, text: string): void {
    const others = Object.keys(this).filter((each) => each !== name);
    const used = others.reduce((sum, each) => sum + (this[each] as string).length, 0);
    if (used + text.length > (this['room'] as number)) throw new DOMException('full', 'QuotaExceededError');
    this[name] = text;
  }

  removeItem(name: string): void {
    delete this[name];
  }
}

const OPENING = table('5S | 6S | 7H | 4C | KD | KD | KD', 24);
const COUNTERS: queue.Counters = { moves: 0, actions: 0, stock_deals: 0, undos: 0, hints: 0, score: 500, time_ms: 0 };

function kept({ id, moves = 0, at = 0 }: { id?: string; moves?: number; at?: number }): Kept {
  let state = queue.start(variant('spiderette-1'), { seq: 0, status: 'open', board: OPENING, counters: COUNTERS, notices: [] });
  for (let i = 0; i < moves; i += 1) state = queue.add(state, { kind: 'deal' });
  const game = id ? ({ id } as GameJson) : null;
  return { version: 3, queue: queue.save(state), game, startKey: 'k', at };
}

beforeEach(() => {
  globalThis.localStorage = new DeviceStore(100_000) as unknown as Storage;
});

describe('what the device keeps', () => {
  it('is found again under its name until it is dropped', () => {
    const mine = kept({ moves: 2 });
    store('SD1-S1-AAAAABD', mine);
    expect(recall('SD1-S1-AAAAABD')).toEqual(mine);
    expect(recall('SD1-S1-AAAAABE')).toBeNull();
    drop('SD1-S1-AAAAABD');
    expect(recall('SD1-S1-AAAAABD')).toBeNull();
  });

  it('of another version of the page, or of nobody, is nothing', () => {
    for (const text of ['{"version":1}', '{', 'null', '7']) {
      localStorage.setItem('orbweaver.kept.x', text);
      expect(recall('x')).toBeNull();
    }
    prune();
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it('is limited for games with nothing to send, and never for those with moves', () => {
    for (let at = 0; at < 30; at += 1) store(`idle-${at}`, kept({ id: `g_${at}`, at }));
    for (let at = 0; at < 30; at += 1) store(`sends-${at}`, kept({ moves: 1, at }));
    localStorage.setItem('orbweaver.settings', '{}');
    prune();
    const names = Object.keys(localStorage);
    expect(names.filter((name) => name.includes('sends')).length).toBe(30);
    expect(names.filter((name) => name.includes('idle')).length).toBe(20);
    expect(recall('idle-9')).toBeNull();
    expect(recall('idle-10')).not.toBeNull();
    expect(localStorage.getItem('orbweaver.settings')).toBe('{}');
  });

  it('makes room for moves by forgetting games that have none to send', () => {
    const size = JSON.stringify(kept({ id: 'g' })).length;
    globalThis.localStorage = new DeviceStore(3.5 * size) as unknown as Storage;
    for (const name of ['one', 'two', 'three']) store(name, kept({ id: name }));
    store('four', kept({ moves: 1 }));
    expect(recall('four')).toEqual(kept({ moves: 1 }));
    expect(recall('one')).toBeNull();
  });
});

describe('the game that goes on', () => {
  const open = [{ id: 'g_2' }, { id: 'g_1' }];

  it('is the one of this device, else the latest', () => {
    expect(goesOn(kept({ id: 'g_1', moves: 1 }), open)).toEqual({ kind: 'game', game: { id: 'g_1' } });
    expect(goesOn(kept({ id: 'g_gone', moves: 1 }), open)).toEqual({ kind: 'game', game: { id: 'g_2' } });
    expect(goesOn(null, open)).toEqual({ kind: 'game', game: { id: 'g_2' } });
    expect(goesOn(null, [])).toEqual({ kind: 'none' });
    expect(goesOn(kept({}), [])).toEqual({ kind: 'none' });
  });

  it('is the one that the server does not know of, when there are moves of it to send', () => {
    expect(goesOn(kept({ moves: 1 }), open)).toEqual({ kind: 'kept' });
    expect(goesOn(kept({}), open)).toEqual({ kind: 'game', game: { id: 'g_2' } });
  });
});
