// Loads the texts of this document's language.
import type { LanguageTag } from '../../words/languages.ts';
import type { CompiledMessage } from '../../words/message.ts';
import { setLanguageSource } from './t.ts';

type Catalogue = { catalogue: Record<string, CompiledMessage> };

const catalogues: Record<Exclude<LanguageTag, 'en'>, () => Promise<Catalogue>> = {
  de: () => import('../../words/catalogues/de.po'),
};

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
