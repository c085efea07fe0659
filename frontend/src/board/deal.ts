/**
 * The shuffle, version 1: for practice on a public number, and for checking a closed daily in the
 * browser. The description with its test vectors is the fairness page's.
 */
import { RANKS, type Board, type Card, type Known, type Suit } from './types';
import type { Variant } from './variants';

const encoder = new TextEncoder();

function concat(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function bigEndian(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

export function hexText(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Read lower- or upper-case hex; null for anything else. */
export function parseHex(text: string): Uint8Array | null {
  if (!/^([0-9a-f]{2})*$/i.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** Yield the stream's 32-bit words: SHA-256 blocks over prefix, key and a counter from 0. */
async function* words(prefix: string, key: Uint8Array): AsyncGenerator<number> {
  for (let counter = 0; ; counter += 1) {
    const block = await sha256(concat(encoder.encode(prefix), key, bigEndian(counter)));
    const view = new DataView(block.buffer);
    for (let at = 0; at < block.length; at += 4) yield view.getUint32(at);
  }
}

function suitOfCopy(copy: number, suits: number): Suit {
  if (suits === 1) return 'S';
  if (suits === 2) return copy % 2 === 0 ? 'S' : 'H';
  return (['S', 'H', 'D', 'C'] as const)[copy % 4]!;
}

async function shuffled(rules: Variant, kind: 'number' | 'seed', key: Uint8Array): Promise<Card[]> {
  const order = Array.from({ length: rules.cardCount }, (_, index) => index);
  const stream = words(`orbweaver/1/${rules.game}/${kind}/`, key);
  for (let i = order.length - 1; i >= 1; i -= 1) {
    // Words at or above the largest multiple of i + 1 are skipped, so that every j is equally likely.
    const limit = 2 ** 32 - (2 ** 32 % (i + 1));
    let word: number;
    do word = (await stream.next()).value as number;
    while (word >= limit);
    const j = word % (i + 1);
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order.map((k): Card => `${RANKS[k % 13]!}${suitOfCopy(Math.floor(k / 13), rules.suits)}`);
}

/** The dealing order of a public number (0 to 4,294,967,295). */
export function dealFromNumber(rules: Variant, number: number): Promise<Card[]> {
  return shuffled(rules, 'number', bigEndian(number));
}

/** The dealing order of a daily's 32 secret bytes. */
export function dealFromSeed(rules: Variant, seed: Uint8Array): Promise<Card[]> {
  return shuffled(rules, 'seed', seed);
}

/** What a daily promises before it opens: `sha256:` and hex, over date, variant and seed. */
export async function commitment(date: string, variantName: string, seed: Uint8Array): Promise<string> {
  return `sha256:${hexText(await sha256(concat(encoder.encode(`orbweaver/1/${date}/${variantName}/`), seed)))}`;
}

/** Lay out a dealing order row by row: the opening as the player sees it, and what only the deal tells. */
export function layOut(rules: Variant, deal: readonly Card[]): { opening: Board; known: Known } {
  const piles: Card[][] = rules.columnSizes.map(() => []);
  let next = 0;
  for (let row = 1; row <= Math.max(...rules.columnSizes); row += 1) {
    rules.columnSizes.forEach((size, column) => {
      if (size >= row) piles[column]!.push(deal[next++]!);
    });
  }
  const stock = deal.slice(next);
  return {
    opening: {
      columns: piles.map((pile) => ({ down: pile.length - 1, up: pile.slice(-1) })),
      stock: stock.length,
      foundations: [],
    },
    known: {
      down: (column, index) => piles[column]?.[index],
      stock: (left) => stock[stock.length - left],
    },
  };
}
