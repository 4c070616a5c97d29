// Language and locale negotiation, from Accept-Language, the `lang` cookie and the `lang` parameter.
import { type LanguageTag, languageFor } from '../../words/languages.ts';

/**
 * The first locale of Accept-Language that Intl supports, else English. Only language, script and region count: extensions
 * would make an unbounded number of locales, and pages are cached by locale.
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

/** The tags of Accept-Language in order. Browsers send them sorted by `q`, so `q` is not read. */
const wishesIn = (headers: Headers): string[] =>
  (headers.get('accept-language') ?? '')
    .split(',')
    .slice(0, 10)
    .map((wish) => wish.split(';')[0]?.trim() ?? '');

/** The language of an API response. The app sends its own in Accept-Language, and with a file in `lang` of the link to it. */
export const languageOfCall = ({ url, headers }: Pick<Request, 'url' | 'headers'>): LanguageTag =>
  languageFor([/[?&]lang=([a-z]{2})/.exec(url)?.[1], ...wishesIn(headers)]);

/** The language of a visitor's page: the `lang` parameter, the `lang` cookie, or Accept-Language. */
export function languageOfPage({ url, headers }: Pick<Request, 'url' | 'headers'>): LanguageTag {
  const chosen = /(?:^|; )lang=([a-z]+)/.exec(headers.get('cookie') ?? '')?.[1];
  return languageFor([new URL(url).searchParams.get('lang'), chosen, ...wishesIn(headers)]);
}
