/**
 * Compiles the messages, and fails when a language lacks one, has one too many, uses other
 * inputs than English, or lacks a plural form that its grammar asks for.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compile } from '@inlang/paraglide-js';

const root = new URL('../', import.meta.url);
const settings = JSON.parse(readFileSync(new URL('project.inlang/settings.json', root), 'utf8'));

/** @param {string} locale */
function read(locale) {
  const text = readFileSync(new URL(`messages/${locale}.json`, root), 'utf8');
  const { $schema: _, ...messages } = JSON.parse(text);
  return messages;
}

/** @param {unknown} message @returns {string[]} */
function patterns(message) {
  if (typeof message === 'string') return [message];
  return Array.isArray(message) ? message.flatMap((part) => Object.values(part.match)) : [];
}

/** The names between braces that a message is given; variants of one message may leave some out. */
function inputs(message) {
  return new Set(patterns(message).flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1])));
}

/** @param {unknown} message @param {string} locale */
function missingForms(message, locale) {
  if (!Array.isArray(message)) return [];
  const wanted = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
  return message.flatMap((part) => {
    if (!part.declarations?.some((line) => line.endsWith(': plural'))) return [];
    const have = new Set(Object.keys(part.match).map((key) => /Plural=(\w+)/.exec(key)?.[1]));
    return have.has('*') ? [] : wanted.filter((form) => !have.has(form));
  });
}

const faults = [];
const base = read(settings.baseLocale);
for (const locale of settings.locales) {
  const messages = read(locale);
  for (const [key, message] of Object.entries(base)) {
    const own = messages[key];
    if (own === undefined || patterns(own).some((text) => text.trim() === '') || patterns(own).length === 0) {
      faults.push(`${locale}: ${key} is missing`);
      continue;
    }
    const [expected, found] = [inputs(message), inputs(own)];
    const odd = [...expected].filter((name) => !found.has(name)).concat([...found].filter((name) => !expected.has(name)));
    if (odd.length > 0) faults.push(`${locale}: ${key} differs from ${settings.baseLocale} in {${odd.join('}, {')}}`);
    for (const form of missingForms(own, locale)) faults.push(`${locale}: ${key} lacks the plural form "${form}"`);
  }
  for (const key of Object.keys(messages)) {
    if (!(key in base)) faults.push(`${locale}: ${key} is in no other language`);
  }
}

if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(1);
}

/** Making plural rules takes far longer than using them, and each message would make its own each time. */
function cachePluralRules() {
  const registry = new URL('src/paraglide/registry.js', root);
  const made = 'new Intl.PluralRules(locale, options)';
  const text = readFileSync(registry, 'utf8');
  if (text.split(made).length !== 2) faults.push('registry.js makes plural rules in a way that is not known here');
  const lasting = `(rules[locale] ??= ${made})`;
  writeFileSync(registry, `${text.replace(made, lasting)}\n\n/** @type {Record<string, Intl.PluralRules>} */\nconst rules = {};\n`);
}

/** What was compiled last; a build, a check and a test run one after the other mostly mean the same messages. */
const stamp = new URL('src/paraglide/compiled-from', root);
const sources = ['scripts/messages.mjs', 'project.inlang/settings.json', 'package-lock.json'];
const hash = createHash('sha256');
for (const path of [...sources, ...settings.locales.map((locale) => `messages/${locale}.json`)]) {
  hash.update(readFileSync(new URL(path, root)));
}
const sourcesNow = hash.digest('hex');

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== sourcesNow) {
  await compile({
    project: fileURLToPath(new URL('project.inlang', root)),
    outdir: fileURLToPath(new URL('src/paraglide', root)),
    outputStructure: 'locale-modules',
  });
  cachePluralRules();
  const compiled = readFileSync(new URL('src/paraglide/messages/en.js', root), 'utf8');
  for (const key of Object.keys(base)) {
    if (!compiled.includes(`const ${key} =`)) faults.push(`en: ${key} was not compiled`);
  }
  if (faults.length > 0) {
    console.error(faults.join('\n'));
    process.exit(1);
  }
  writeFileSync(stamp, sourcesNow);
}
console.log(`${Object.keys(base).length} messages in ${settings.locales.length} languages`);
// The compiler leaves something open that would keep this process for half a minute.
process.exit();
