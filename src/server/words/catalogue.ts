// Reads a language's catalogue for the server, which runs without a build.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import compile from 'icu-minify/compile';
import PO from 'pofile';
import type { LanguageTag } from '../../words/languages.ts';
import { type CompiledMessage, english, keyOf, type Language } from '../../words/message.ts';

const known = new Map<LanguageTag, Language>([['en', english]]);

/** The language with its translations; read once. */
export function languageOf(tag: LanguageTag): Language {
  const found = known.get(tag);
  if (found) return found;
  const file = join(import.meta.dirname, `../../words/catalogues/${tag}.po`);
  const language = { tag, catalogue: catalogueIn(readFileSync(file, 'utf8')) };
  known.set(tag, language);
  return language;
}

/** The translations in a PO file, compiled, by the key of their English text; without those that are missing. */
export function catalogueIn(text: string): Record<string, CompiledMessage> {
  return Object.fromEntries(
    PO.parse(text).items.flatMap(({ msgid, msgstr: [translation] }) =>
      translation ? [[keyOf(compiled(msgid)), compiled(translation)] as const] : [],
    ),
  );
}

/** As the build compiles texts: one without syntax stays as it is. */
export const compiled = (text: string): CompiledMessage => (/[{<']/.test(text) ? compile(text) : text);
