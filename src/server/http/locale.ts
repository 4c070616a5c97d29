// The language that a request asks for.
import { type LanguageTag, languageFor } from '../../words/languages.ts';

/**
 * The language a browser asks for first, if it is one that dates and numbers can be written in; else English. Of what it
 * may say beside language, script and region there is no end, and pages are kept by locale.
 */
export function localeOf(headers: Headers): string {
  const first = headers.get('accept-language')?.split(',')[0]?.split(';')[0]?.trim() ?? '';
  if (!/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$/.test(first)) return 'en';
  try {
    const { language, script, region } = new Intl.Locale(
      Intl.DateTimeFormat.supportedLocalesOf(first)[0] ?? 'en',
    );
    return [language, script, region].filter(Boolean).join('-');
  } catch {
    return 'en';
  }
}

/** The wishes of a browser, the first first; how much it wants each (`q`) is their order in all browsers. */
const wishesIn = (headers: Headers): string[] =>
  (headers.get('accept-language') ?? '')
    .split(',')
    .slice(0, 10)
    .map((wish) => wish.split(';')[0]?.trim() ?? '');

/** The language of a call's answer. The page names its own. */
export const languageOfCall = (headers: Headers): LanguageTag => languageFor(wishesIn(headers));

/** The language of a page for a visitor: of its address, chosen on this device, or of the browser. */
export function languageOfPage({ url, headers }: Pick<Request, 'url' | 'headers'>): LanguageTag {
  const chosen = /(?:^|; )lang=([a-z]+)/.exec(headers.get('cookie') ?? '')?.[1];
  return languageFor([new URL(url).searchParams.get('lang'), chosen, ...wishesIn(headers)]);
}
