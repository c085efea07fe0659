/** Says what the first visit loads, and fails when its script is over budget. */
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const BUDGET = 60_000;
const dist = new URL('../dist/', import.meta.url);
const html = readFileSync(new URL('index.html', dist), 'utf8');
const entry = [...html.matchAll(/(?:src|href)="\/static\/(assets\/[^"]+\.js)"/g)].map((match) => match[1]);
const files = readdirSync(new URL('assets/', dist));
// The rules and the fairness page have an en-….js of their own; the messages are the largest by far.
const size = (name) => readFileSync(new URL(`assets/${name}`, dist)).length;
const language = files.filter((name) => /^en-.*\.js$/.test(name)).sort((one, other) => size(other) - size(one))[0];
const all = new Set([...entry, `assets/${language}`]);
// Chunks that the entry imports statically are loaded with it.
for (const name of all) {
  const text = readFileSync(new URL(name, dist), 'utf8');
  for (const match of text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) all.add(`assets/${match[1]}`);
}
let total = 0;
for (const name of all) {
  const bytes = gzipSync(readFileSync(new URL(name, dist)), { level: 9 }).length;
  total += bytes;
  console.log(`${String(bytes).padStart(7)}  ${name}`);
}
console.log(`${String(total).padStart(7)}  bytes of script for the first visit, gzip (budget ${BUDGET})`);
if (total > BUDGET) process.exit(1);
