// The language of this document: which one it is, and its texts.
import { isLanguageTag, type LanguageTag, languageFor } from '../../words/languages.ts';
import type { CompiledMessage } from '../../words/message.ts';
import { displayNow } from '../data/session/display.ts';
import { setLanguageSource } from './t.ts';

type Catalogue = { catalogue: Record<string, CompiledMessage> };

const catalogues: Record<Exclude<LanguageTag, 'en'>, () => Promise<Catalogue>> = {
  de: () => import('../../words/catalogues/de.po'),
};

/** The cookie with the language that was chosen on this device, which the server reads, too. */
const cookie = 'lang';
const yearSeconds = 31_536_000;

/**
 * The language of this document. A server-rendered page says its own; else that of the address counts (`?lang=de`), then that
 * of the account, of this device, and of the browser. A language in the address is kept for this device.
 */
export function documentLanguage(isRendered: boolean): LanguageTag {
  const inAddress = new URLSearchParams(location.search).get('lang');
  if (isLanguageTag(inAddress)) keepChoice(inAddress);
  if (isRendered) return languageFor([document.documentElement.lang]);
  return languageFor([inAddress, displayNow()?.locale, chosenLanguage(), ...navigator.languages]);
}

function keepChoice(tag: LanguageTag): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers
  document.cookie = `${cookie}=${tag}; path=/; max-age=${yearSeconds}; samesite=lax`;
}

function chosenLanguage(): string | undefined {
  const kept = document.cookie.split('; ').find((pair) => pair.startsWith(`${cookie}=`));
  return kept?.slice(cookie.length + 1);
}

/**
 * Makes it the language of all texts.
 * @throws where its texts cannot be loaded: then the page still speaks English.
 */
export async function loadLanguage(tag: LanguageTag): Promise<void> {
  if (tag === 'en') return;
  const { catalogue } = await catalogues[tag]();
  const language = { tag, catalogue };
  setLanguageSource(() => language);
  document.documentElement.lang = tag;
}
