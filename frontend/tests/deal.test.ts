import { describe, expect, it } from 'vitest';
import { codeText, parseCode } from '../src/board/codes';
import { commitment, dealFromNumber, dealFromSeed, hexText, layOut, parseHex } from '../src/board/deal';
import { variant, VARIANT_NAMES, type VariantName } from '../src/board/variants';
import { shuffleVectors } from './recorded';

async function sha256(text: string): Promise<string> {
  return hexText(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
}

describe('the shuffle', () => {
  const { vectors, commitment: promise } = shuffleVectors();

  it.each(vectors)('gives the published vector $game $kind $key', async ({ game, kind, key, first_ten, sha256_16 }) => {
    const rules = variant(`${game}-4` as VariantName);
    const deal =
      kind === 'number' ? await dealFromNumber(rules, key as number) : await dealFromSeed(rules, parseHex(key as string)!);
    expect(deal.slice(0, 10).join('')).toBe(first_ten);
    expect((await sha256(deal.join(''))).slice(0, 16)).toBe(sha256_16);
  });

  it('gives the published commitment', async () => {
    expect(await commitment(promise.date, promise.variant, parseHex(promise.seed)!)).toBe(`sha256:${promise.sha256}`);
  });

  it('puts the same ranks in the same places whatever the suit count', async () => {
    const ranks = async (name: VariantName) => (await dealFromNumber(variant(name), 35)).map((card) => card[0]).join('');
    expect(await ranks('spider-1')).toBe(await ranks('spider-4'));
    expect(await ranks('spider-2')).toBe(await ranks('spider-4'));
  });

  it.each(VARIANT_NAMES)('lays out %s as its rules say', async (name) => {
    const rules = variant(name);
    const deal = await dealFromNumber(rules, 7);
    const { opening, known } = layOut(rules, deal);
    expect(opening.columns.map((column) => column.down + column.up.length)).toEqual(rules.columnSizes);
    expect(opening.columns.every((column) => column.up.length === 1)).toBe(true);
    expect(known.stock(opening.stock)).toBe(deal[deal.length - opening.stock]);
    expect(known.stock(1)).toBe(deal.at(-1));
    const bottoms = deal.slice(0, 1);
    if (rules.game === 'spider') expect(known.down(0, 0)).toBe(bottoms[0]);
    expect(known.down(99, 0)).toBeUndefined();
  });
});

describe('a game code', () => {
  it('is the number in seven letters', () => {
    expect(codeText(variant('spiderette-1'), 35)).toBe('SD1-S1-AAAAABD');
    expect(parseCode(' sd1-s1-aaaaabd ')).toMatchObject({ number: 35, variant: { name: 'spiderette-1' } });
    expect(parseCode(codeText(variant('spider-4'), 4294967295))).toMatchObject({ number: 4294967295 });
  });

  it('is refused when it is none', () => {
    for (const text of ['', 'SX1-S1-AAAAABD', 'SD2-S1-AAAAABD', 'SD1-S3-AAAAABD', 'SD1-S1-AAAAAB', 'SD1-S1-AAAAAB1', 'SP1-S4-7777777']) {
      expect(parseCode(text), text).toBeNull();
    }
  });
});
