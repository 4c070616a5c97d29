// Reads message catalogues for the server, which has no build step.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import compile from 'icu-minify/compile';
import PO from 'pofile';
import type { LanguageTag } from '../../words/languages.ts';
import { type CompiledMessage, english, keyOf, type Language } from '../../words/message.ts';

const known = new Map<LanguageTag, Language>([['en', english]]);

/** The language with its translations; read at the first use. */
export function languageOf(tag: LanguageTag): Language {
  const found = known.get(tag);
  if (found) return found;
  const file = join(import.meta.dirname, `../../words/catalogues/${tag}.po`);
  const language = { tag, catalogue: catalogueIn(readFileSync(file, 'utf8')) };
  known.set(tag, language);
  return language;
}

/** The compiled translations of a PO file by the key of the English text, without missing ones. */
export function catalogueIn(text: string): Record<string, CompiledMessage> {
  return Object.fromEntries(
    PO.parse(text).items.flatMap(({ msgid, msgstr: [translation] }) =>
      translation ? [[keyOf(compiled(msgid)), compiled(translation)] as const] : [],
    ),
  );
}

/** Compiles a message like the build; a text without syntax is returned unchanged. */
export const compiled = (text: string): CompiledMessage => (/[{<']/.test(text) ? compile(text) : text);
