/**
 * Draws src/assets/courts/ from the CC0 court cards by Adrian Kennard (https://www.me.uk/cards/),
 * as found in the npm package @heruka_urgyen/react-playing-cards (art CC0), given as the argument:
 *
 *     node scripts/courts.mjs path/to/react-playing-cards/src/images/2color-bf
 *
 * Frame, paper and indices go, since the page draws its own, and the colours become this deck's.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const [source] = process.argv.slice(2);
if (!source) throw new Error('give the folder of the pictures');
const target = new URL('../src/assets/courts/', import.meta.url);
mkdirSync(target, { recursive: true });

const COLOURS = { '#FC4': '#d9a441', red: '#b3262e', '#44F': '#27506b', black: '#1b2426', '#000': '#1b2426' };

for (const rank of ['J', 'Q', 'K']) {
  for (const suit of ['S', 'H', 'D', 'C']) {
    const text = readFileSync(`${source}/${rank}${suit}.svg`, 'utf8');
    const symbols = [...text.matchAll(/<symbol id="(\w+)"[\s\S]*?<\/symbol>/g)];
    const figure = symbols.filter((match) => !/^V/.test(match[1])).map((match) => match[0]);
    const uses = [...text.matchAll(/<use [^>]*xlink:href="#(\w+)"[^>]*>(<\/use>)?/g)]
      .filter((match) => /width="104"/.test(match[0]))
      .map((match) => match[0]);
    let svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="-52 -100 104 200">${figure.join('')}${uses.join('')}</svg>`;
    for (const [from, to] of Object.entries(COLOURS)) svg = svg.replaceAll(`"${from}"`, `"${to}"`);
    // Two decimals of a unit in 2000 are finer than any screen.
    svg = svg.replace(/-?\d+\.\d{3,}/g, (number) => String(Math.round(Number(number) * 100) / 100)).replace(/\s+/g, ' ');
    writeFileSync(new URL(`${rank}${suit}.svg`, target), svg);
  }
}
