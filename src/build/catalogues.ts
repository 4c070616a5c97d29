// Extracts the messages from the sources, and updates, checks and bundles the catalogues (src/words/catalogues). Their
// format is gettext PO, for translation tools such as Weblate.
import { globSync, readFileSync } from 'node:fs';
import compile from 'icu-minify/compile';
import PO from 'pofile';
import type { Plugin } from 'vite';
import { textsOfManifest } from '../server/render/manifest.ts';
import { catalogueIn, compiled } from '../server/words/catalogue.ts';
import type { LanguageTag } from '../words/languages.ts';
import { keyOf } from '../words/message.ts';
import { argumentsOf, messagesOf } from './messages.ts';

const root = new URL('../../', import.meta.url).pathname;
const importsTexts = /from '[^']*\/(?:words\/(?:t|rich)|said)\.ts'/;

/** Every English message in these folders with the files that use it, sorted by file name. */
export function messagesIn(folders: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const files = folders.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root })).sort();
  for (const file of files) {
    const source = readFileSync(root + file, 'utf8');
    if (!importsTexts.test(source)) continue;
    for (const { text } of messagesOf(file, source)) {
      const files = found.get(text) ?? [];
      if (!files.includes(file)) files.push(file);
      found.set(text, files);
    }
  }
  return found;
}

/** Every message of the product: of the folders with messages, and of the manifest. */
export function allMessages(): Map<string, string[]> {
  const found = messagesIn(['src/app', 'src/contract', 'src/server']);
  const manifest = 'public/manifest.webmanifest';
  for (const text of textsOfManifest(readFileSync(root + manifest, 'utf8')))
    found.set(text, [...new Set([...(found.get(text) ?? []), manifest])]);
  return found;
}

export const catalogueFile = (tag: LanguageTag) => `${root}src/words/catalogues/${tag}.po`;

/** A PO file with exactly these messages: existing translations stay, new ones are empty. */
export function updatedCatalogue(
  tag: LanguageTag,
  before: string,
  messages: ReadonlyMap<string, string[]>,
): string {
  const known = new Map(PO.parse(before).items.map((item) => [item.msgid, item.msgstr]));
  const catalogue = new PO();
  catalogue.headers = {
    Language: tag,
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=UTF-8',
    'Content-Transfer-Encoding': '8bit',
  };
  catalogue.items = [...messages].map(([text, files]) => {
    const item = new PO.Item();
    item.msgid = text;
    item.msgstr = known.get(text) ?? [''];
    item.references = files;
    item.flags = { 'icu-message-format': true };
    return item;
  });
  return catalogue.toString();
}

/** The errors of a catalogue, one line each: missing and unused messages, and missing or invalid translations. */
export function faultsOf(catalogue: string, messages: ReadonlyMap<string, string[]>): string[] {
  const items = PO.parse(catalogue).items;
  const known = new Set(items.map(({ msgid }) => msgid));
  return [
    ...[...messages.keys()].filter((text) => !known.has(text)).map((text) => `not in the catalogue: ${text}`),
    ...items.flatMap(({ msgid, msgstr: [translation = ''] }) => {
      if (!messages.has(msgid)) return `in no source any more: ${msgid}`;
      if (translation === '') return `not translated: ${msgid}`;
      return translationFault(msgid, translation) ?? [];
    }),
    ...sameKeys([...messages.keys()]),
  ];
}

function translationFault(text: string, translation: string): string | null {
  try {
    compile(translation);
  } catch (error) {
    return `not ICU MessageFormat: ${translation} (${String(error)})`;
  }
  const [wanted, given] = [argumentsOf(text), argumentsOf(translation)].map((names) =>
    [...names].sort().join(),
  );
  return wanted === given ? null : `other arguments than “${text}”: ${translation}`;
}

function sameKeys(texts: string[]): string[] {
  const byKey = Map.groupBy(texts, (text) => keyOf(compiled(text)));
  return [...byKey.values()]
    .filter((same) => same.length > 1)
    .map((same) => `one key for two texts: ${same.join(' / ')}`);
}

/**
 * Compiles an imported `.po` file to a module with the translations of the page's messages, by key; `.po?of=start-guard` to
 * those of the start guard alone.
 */
export function catalogues(): Plugin {
  return {
    name: 'catalogues',
    load: {
      filter: { id: /\.po(?:\?of=start-guard)?$/ },
      handler(id) {
        const [file = '', part] = id.split('?');
        const folders = part ? ['src/app/boot/inline'] : ['src/app', 'src/contract/values'];
        const used = new Set([...messagesIn(folders).keys()].map((text) => keyOf(compiled(text))));
        const all = catalogueIn(readFileSync(file, 'utf8'));
        const shown = Object.fromEntries(Object.entries(all).filter(([key]) => used.has(key)));
        return `export const catalogue = JSON.parse(${JSON.stringify(JSON.stringify(shown))})`;
      },
    },
  };
}
