/** What a visitor gets who has chosen nothing yet, or chose something long ago. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { standIn } from './page';

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

async function localeFor({ stored, ...visit }: { search?: string; languages?: string[]; stored?: string }): Promise<string> {
  standIn('/', visit);
  if (stored) localStorage.setItem('orbweaver.locale', stored);
  const i18n = await import('../src/i18n.svelte');
  await i18n.loadChosen();
  expect(document.documentElement.lang).toBe(i18n.currentLocale());
  return i18n.currentLocale();
}

describe('the language', () => {
  it.each([
    ['the first of the browser’s that there is', { languages: ['pt-BR', 'ko-KR', 'en'] }, 'ko'],
    ['written in its own script, wherever Chinese is read', { languages: ['zh-HK'] }, 'zh-Hant'],
    ['English for whom there is no other', { languages: ['pt-BR'] }, 'en'],
    ['that of a shared link, for whom has chosen none', { languages: ['en'], search: '?lang=ja' }, 'ja'],
    ['the browser’s, if a link asks for one that there is not', { languages: ['ru'], search: '?lang=tlh' }, 'ru'],
    ['the chosen one before all', { languages: ['en'], search: '?lang=ja', stored: 'ru' }, 'ru'],
    ['none that this page does not know any more', { languages: ['ko'], stored: 'eo' }, 'ko'],
  ])('is %s', async (_, visit, locale) => {
    expect(await localeFor(visit)).toBe(locale);
  });
});

describe('dates', () => {
  it.each([
    [['en-GB', 'en'], '29 November'],
    [['en-US'], 'November 29'],
    [['pt-BR'], 'November 29'],
    [['zh-HK'], '11月29日'],
  ])('are written for %s as %s', async (languages, text) => {
    standIn('/', { languages });
    const i18n = await import('../src/i18n.svelte');
    await i18n.loadChosen();
    expect(i18n.dateText('2026-11-29')).toBe(text);
  });
});

describe('settings', () => {
  const KEY = 'orbweaver.settings';

  it('are those of the device, as far as they still mean something', async () => {
    standIn('/');
    localStorage.setItem(KEY, '{"fourColours":true,"doubleTap":"no","shiny":true}');
    const { settings } = await import('../src/settings.svelte');
    expect(settings).toMatchObject({ fourColours: true, doubleTap: true, autoPlace: false });
    expect(settings).not.toHaveProperty('shiny');
  });

  it('are the usual ones when what the device has is no text of ours', async () => {
    standIn('/');
    localStorage.setItem(KEY, '{');
    const { settings } = await import('../src/settings.svelte');
    expect(settings).toMatchObject({ doubleTap: true, perspective: false });
  });

  it('are taken over from an account, but for what is not ours or not meant', async () => {
    standIn('/');
    const { adoptSettings, settings } = await import('../src/settings.svelte');
    adoptSettings({ leftHanded: true, doubleTap: 'no', shiny: true });
    expect(settings).toMatchObject({ leftHanded: true, doubleTap: true });
    expect(settings).not.toHaveProperty('shiny');
  });
});
