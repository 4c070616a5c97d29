// Compiles the messages in calls of `t` and `rich` (src/app/words), so that the page needs no ICU MessageFormat parser.
import compile from 'icu-minify/compile';
import MagicString from 'magic-string';
import { type ESTree, type Plugin, parseSync, Visitor } from 'vite';

/** A message in a source file; `start` and `end` include its quotes. */
export type MessageUse = { text: string; start: number; end: number };

const functions = new Set(['t', 'msg', 'rich', 'said']);
/** Node types of references to a message that was marked with `msg` elsewhere. */
const constants = new Set(['Identifier', 'MemberExpression', 'TSAsExpression', 'TSNonNullExpression']);
const hasSyntax = /[{<']/;

/**
 * The messages of a source file.
 * @throws if a message is concatenated at run time, because no catalogue could contain it; and if a call lacks a value of
 * its message, because the screen would show `undefined`.
 */
export function messagesOf(file: string, source: string): MessageUse[] {
  const found: MessageUse[] = [];
  const { program, errors } = parseSync(file, source);
  const [error] = errors;
  if (error) throw new Error(`${file}: ${error.message}`);
  new Visitor({
    CallExpression({ callee, arguments: [first, values] }) {
      if (callee.type !== 'Identifier' || !functions.has(callee.name) || !first) return;
      for (const node of choicesOf(first)) {
        const text = textOf(node);
        if (text === null) {
          if (constants.has(node.type)) continue;
          throw new Error(`${file}: ${callee.name} needs a text in quotes at ${node.start}.`);
        }
        found.push({ text, start: node.start, end: node.end });
        const given = callee.name === 'msg' ? null : namesOf(values);
        const missing = given && [...argumentsOf(text)].filter((name) => !given.has(name));
        if (missing && missing.length > 0)
          throw new Error(`${file}: “${text}” has no value for ${missing.join(', ')}.`);
      }
    },
  }).visit(program);
  return found;
}

const choicesOf = (node: ESTree.Argument): ESTree.Argument[] =>
  node.type === 'ConditionalExpression'
    ? [...choicesOf(node.consequent), ...choicesOf(node.alternate)]
    : [node];

/** The property names of an object literal; null if not all of them are static. */
function namesOf(values: ESTree.Argument | undefined): ReadonlySet<string> | null {
  if (values === undefined) return new Set();
  if (values.type !== 'ObjectExpression') return null;
  const names = values.properties.map((property) =>
    property.type === 'Property' && property.key.type === 'Identifier' ? property.key.name : null,
  );
  return names.includes(null) ? null : new Set(names.filter((name) => name !== null));
}

/** The names of the arguments and elements in a message. */
export function argumentsOf(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  // A node of a compiled message: text, `#`, or a name with its type and options, or with its children.
  const visit = (node: unknown): void => {
    if (!Array.isArray(node)) return;
    const [name, type, options] = node as unknown[];
    names.add(String(name));
    const children =
      typeof type === 'number' && isOptions(options) ? Object.values(options).flat() : node.slice(1);
    for (const child of children) visit(child);
  };
  const compiled = hasSyntax.test(text) ? compile(text) : text;
  if (Array.isArray(compiled)) for (const node of compiled) visit(node);
  return names;
}

const isOptions = (options: unknown): options is Record<string, unknown> =>
  typeof options === 'object' && options !== null && !Array.isArray(options);

/** The value of a string literal, also if it is split over several lines with `+`. */
function textOf(node: ESTree.Argument): string | null {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? null;
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return null;
  const [left, right] = [textOf(node.left as ESTree.Argument), textOf(node.right)];
  return left === null || right === null ? null : left + right;
}

export function messages(): Plugin {
  return {
    name: 'messages',
    // Before other plugins change the calls.
    enforce: 'pre',
    transform: {
      // The server compiles its messages at run time (src/server/words).
      filter: { id: /\/app\/.*\.tsx?$/, code: /from '[^']*\/words\/(?:t|rich)\.ts'/ },
      handler(source, id) {
        const code = new MagicString(source);
        for (const { text, start, end } of messagesOf(id, source))
          if (hasSyntax.test(text)) code.update(start, end, JSON.stringify(compile(text)));
        return code.hasChanged() ? { code: code.toString(), map: code.generateMap({ hires: true }) } : null;
      },
    },
  };
}
