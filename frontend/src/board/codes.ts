/** Game codes: `SD1-S1-AAAAABD` is Spiderette, one suit, number 35, by shuffle version 1. */
import { variant, type SuitCount, type Variant, type VariantName } from './variants';

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const CODE = /^(SP|SD)1-S([124])-([A-Z2-7]{7})$/;
export const HIGHEST_NUMBER = 2 ** 32 - 1;

export function codeText(rules: Pick<Variant, 'game' | 'suits'>, number: number): string {
  let letters = '';
  let rest = number;
  for (let place = 0; place < 7; place += 1) {
    letters = DIGITS[rest % 32]! + letters;
    rest = Math.floor(rest / 32);
  }
  return `${rules.game === 'spider' ? 'SP' : 'SD'}1-S${rules.suits}-${letters}`;
}

/** Read a code without regard to case or surrounding space; null when it is none. The server names what is wrong. */
export function parseCode(text: string): { variant: Variant; number: number } | null {
  const match = CODE.exec(text.trim().toUpperCase());
  if (!match) return null;
  const number = [...match[3]!].reduce((sum, letter) => sum * 32 + DIGITS.indexOf(letter), 0);
  if (number > HIGHEST_NUMBER) return null;
  const game = match[1] === 'SP' ? 'spider' : 'spiderette';
  return { variant: variant(`${game}-${Number(match[2]) as SuitCount}` as VariantName), number };
}
