// A language that no one speaks, for tests: every text of the catalogues longer and in brackets, so that what is cut, glued or in
// no catalogue shows.
import { readFileSync } from 'node:fs';
import PO from 'pofile';
import { catalogueFile } from '../../../src/build/catalogues.ts';
import { compiled } from '../../../src/server/words/catalogue.ts';
import { type CompiledMessage, keyOf } from '../../../src/words/message.ts';

const accents: Record<string, string> = { a: 'á', e: 'é', i: 'í', o: 'ö', u: 'ü', A: 'Á', E: 'É', O: 'Ö' };
/** About as much longer as Finnish or German is. */
const longer = (text: string) =>
  text.trim() === ''
    ? text
    : text.replace(/[aeiouAEO]/g, (letter) => accents[letter] ?? letter) +
      '·'.repeat(Math.ceil(text.length / 4));

/** Only texts: names of arguments and elements stay. */
function changed(node: unknown): unknown {
  if (typeof node === 'string') return longer(node);
  if (!Array.isArray(node)) return node;
  const [name, type, options, ...rest] = node as unknown[];
  if (typeof type === 'number' && typeof options === 'object' && options !== null)
    return [
      name,
      type,
      Object.fromEntries(Object.entries(options).map(([key, nodes]) => [key, changedAll(nodes)])),
      ...rest,
    ];
  return [name, ...node.slice(1).map(changed)];
}
const changedAll = (nodes: unknown) => (Array.isArray(nodes) ? nodes.map(changed) : changed(nodes));

/** The module of a catalogue, with these texts. */
export function pseudoCatalogue(): string {
  const { items } = PO.parse(readFileSync(catalogueFile('de'), 'utf8'));
  const catalogue = Object.fromEntries(
    items.map(({ msgid }) => {
      const message = compiled(msgid);
      const nodes = changedAll(message) as CompiledMessage;
      const bracketed = typeof nodes === 'string' ? `[${nodes}]` : ['[', ...nodes, ']'];
      return [keyOf(message), bracketed];
    }),
  );
  return `export const catalogue = JSON.parse(${JSON.stringify(JSON.stringify(catalogue))})`;
}
