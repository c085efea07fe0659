import type { Locale } from '../../../i18n.svelte';
import type { LongText } from '../../text';

const TEXTS: Record<Locale, () => Promise<{ default: LongText }>> = {
  en: () => import('./en'),
  ko: () => import('./ko'),
  'zh-Hant': () => import('./zh-Hant'),
  ja: () => import('./ja'),
  ru: () => import('./ru'),
};

export async function loadText(locale: Locale): Promise<LongText> {
  return (await TEXTS[locale]()).default;
}
