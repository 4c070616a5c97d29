// Checks the words of comments and test titles (docs/glossary.md), and the form of recent commit subjects.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';

const anywhere = /\b(?:anew|whoever|comes? alive|coming alive|deeds?|nobody|told|kept(?!-))\b/gi;
// The trade's word is "webhook event".
const inPayments = /\bnews\b/gi;
const payments = /^(?:src\/server|tests\/server)\/payments\//;
const testFunctions = new Set(['describe', 'it', 'test']);

/** The name of the called function: `it` for `it(…)`, `it.skip(…)` and `it.each([…])(…)`. */
function nameOf(node) {
  let callee = node;
  while (callee && callee.type !== 'Identifier') callee = callee.object ?? callee.callee ?? callee.tag;
  return callee?.name;
}

function* titlesIn(node) {
  if (Array.isArray(node)) for (const child of node) yield* titlesIn(child);
  else if (node && typeof node === 'object') {
    const [title] =
      node.type === 'CallExpression' && testFunctions.has(nameOf(node.callee)) ? node.arguments : [];
    if (title && (title.type === 'Literal' || title.type === 'TemplateLiteral')) yield title;
    for (const key in node) if (typeof node[key] === 'object') yield* titlesIn(node[key]);
  }
}

const faults = [];
for (const path of globSync(['src/**/*.{ts,tsx}', 'sw/**/*.ts', 'tests/**/*.{ts,tsx}', '.ci/*.mjs'])) {
  const text = readFileSync(path, 'utf8');
  const { comments, program } = parseSync(path, text);
  const places = path.startsWith('tests/') ? [...comments, ...titlesIn(program)] : comments;
  for (const { start, end } of places)
    for (const words of payments.test(path) ? [anywhere, inPayments] : [anywhere])
      for (const { 0: word, index } of text.slice(start, end).matchAll(words))
        faults.push(`${path}:${text.slice(0, start + index).split('\n').length}: "${word}"`);
}

const { status, stdout } = spawnSync('git', ['log', '-30', '--no-merges', '--format=%h %s'], {
  encoding: 'utf8',
});
for (const line of status === 0 ? stdout.trim().split('\n') : []) {
  const [, hash, subject] = /^(\S+) (.*)$/.exec(line) ?? [];
  if (subject && (subject.length > 72 || !/^[a-z][\w.,-]*: \S/.test(subject)))
    faults.push(`commit ${hash}: "${subject}" is not "area: text" of at most 72 characters`);
}

for (const fault of faults) console.error(fault);
process.exit(faults.length > 0 ? 1 : 0);
