/** The page's words. One language is loaded at a time; switching loads another and redraws. */
import type * as English from './paraglide/messages/en.js';

export const LOCALES = ['en', 'ko', 'zh-Hant', 'ja', 'ru'] as const;
export type Locale = (typeof LOCALES)[number];
type Messages = {
  // A message without inputs is called without an argument.
  readonly [Key in keyof typeof English]: (typeof English)[Key] extends (inputs: infer Inputs) => string
    ? object extends Inputs
      ? () => string
      : (inputs: Inputs) => string
    : never;
};

/** How each language calls itself; never translated. */
export const LOCALE_NAMES: Record<Locale, string> = {
  en: 'English',
  ko: '한국어',
  'zh-Hant': '繁體中文',
  ja: '日本語',
  ru: 'Русский',
};

const LOADERS: Record<Locale, () => Promise<unknown>> = {
  en: () => import('./paraglide/messages/en.js'),
  ko: () => import('./paraglide/messages/ko.js'),
  'zh-Hant': () => import('./paraglide/messages/zh-Hant.js'),
  ja: () => import('./paraglide/messages/ja.js'),
  ru: () => import('./paraglide/messages/ru.js'),
};

const KEY = 'orbweaver.locale';

/** No state: a page is made anew with its language. */
let current = {} as Messages;
let locale = $state.raw<Locale>('en');

/** Every message as a typed function: `m.card_name({ rank, suit })`. */
export const m = new Proxy({} as Messages, { get: (_, name) => current[name as keyof Messages] });

export function currentLocale(): Locale {
  return locale;
}

function isLocale(text: string | null): text is Locale {
  return (LOCALES as readonly (string | null)[]).includes(text);
}

/** The language of a browser's tag (`zh-HK`, `pt-BR`), or null. */
export function matchLocale(tag: string): Locale | null {
  const [language = ''] = tag.toLowerCase().split('-');
  if (language === 'zh') return 'zh-Hant';
  return isLocale(language) ? language : null;
}

function chosen(): Locale {
  const asked = matchLocale(new URLSearchParams(location.search).get('lang') ?? '');
  const stored = localStorage.getItem(KEY);
  if (isLocale(stored)) return stored;
  if (asked) return asked;
  for (const tag of navigator.languages) {
    const match = matchLocale(tag);
    if (match) return match;
  }
  return 'en';
}

async function load(next: Locale): Promise<void> {
  current = (await LOADERS[next]()) as Messages;
  locale = next;
  document.documentElement.lang = next;
}

export function loadChosen(): Promise<void> {
  return load(chosen());
}

export async function switchLocale(next: Locale): Promise<void> {
  localStorage.setItem(KEY, next);
  await load(next);
}

/** Making a format takes a hundred times as long as using it. */
const formats = new Map<string, Intl.NumberFormat>();

export function numberText(value: number, options?: Intl.NumberFormatOptions): string {
  // Small counts, which are most and are shown after every move, are written alike in all of the languages.
  if (!options && Number.isInteger(value) && value >= 0 && value < 1000) return String(value);
  const name = options ? `${locale} ${JSON.stringify(options)}` : locale;
  let format = formats.get(name);
  if (!format) formats.set(name, (format = new Intl.NumberFormat(locale, options)));
  return format.format(value);
}

/** Whether *text* is a day as addresses have it, and one of the calendar. */
export function isDate(text: string | undefined): text is string {
  return text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
}

/** The language as the player's country writes dates in it, where the browser tells. */
function dateTag(): string {
  return navigator.languages.find((tag) => tag.startsWith(`${locale}-`)) ?? locale;
}

/** A day of a daily (`2026-11-29`), which is no instant and has no zone. */
export function dateText(date: string, options: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long' }): string {
  return new Intl.DateTimeFormat(dateTag(), { ...options, timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`));
}

export function instantText(instant: string, options: Intl.DateTimeFormatOptions = { dateStyle: 'medium' }): string {
  return new Intl.DateTimeFormat(dateTag(), options).format(new Date(instant));
}

/** A length of time as a clock shows it: `4:07`, `1:02:09`. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [h, min, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number): string => String(value).padStart(2, '0');
  return h > 0 ? `${h}:${two(min)}:${two(s)}` : `${min}:${two(s)}`;
}
