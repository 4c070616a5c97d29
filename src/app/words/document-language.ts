// Which language this document has.
import { isLanguageTag, type LanguageTag, languageFor } from '../../words/languages.ts';
import { displayStore } from '../data/session/display.ts';

/** The cookie with the language that was chosen on this device, which the server reads, too. */
const cookie = 'lang';
const yearSeconds = 31_536_000;

/**
 * The language of this document. A server-rendered page says its own; else that of the address counts (`?lang=de`), then that
 * of the account, of this device, and of the browser. A language in the address is stored on this device.
 */
export function documentLanguage(isRendered: boolean): LanguageTag {
  const inAddress = new URLSearchParams(location.search).get('lang');
  if (isLanguageTag(inAddress)) keepChoice(inAddress);
  if (isRendered) return languageFor([document.documentElement.lang]);
  return languageFor([inAddress, displayStore.get()?.locale, chosenLanguage(), ...navigator.languages]);
}

function keepChoice(tag: LanguageTag): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers
  document.cookie = `${cookie}=${tag}; path=/; max-age=${yearSeconds}; samesite=lax`;
}

function chosenLanguage(): string | undefined {
  const kept = document.cookie.split('; ').find((pair) => pair.startsWith(`${cookie}=`));
  return kept?.slice(cookie.length + 1);
}
