// Compiles the texts of `t` and `rich` (src/app/words), so that the page needs no parser of ICU MessageFormat.
import compile from 'icu-minify/compile';
import MagicString from 'magic-string';
import { type ESTree, type Plugin, parseSync, Visitor } from 'vite';

/** A text in a source file, from its first quote to behind its last one. */
export type MessageUse = { text: string; start: number; end: number };

const functions = new Set(['t', 'msg', 'rich']);
/** What a text that was marked with `msg` comes from. */
const constants = new Set(['Identifier', 'MemberExpression', 'TSAsExpression', 'TSNonNullExpression']);
const hasSyntax = /[{<']/;

/**
 * The texts of a source file.
 * @throws where one is put together at run time: a catalogue could not have it.
 */
export function messagesOf(file: string, source: string): MessageUse[] {
  const found: MessageUse[] = [];
  const { program, errors } = parseSync(file, source);
  const [error] = errors;
  if (error) throw new Error(`${file}: ${error.message}`);
  new Visitor({
    CallExpression({ callee, arguments: [first] }) {
      if (callee.type !== 'Identifier' || !functions.has(callee.name) || !first) return;
      for (const node of choicesOf(first)) {
        const text = textOf(node);
        if (text !== null) found.push({ text, start: node.start, end: node.end });
        else if (!constants.has(node.type))
          throw new Error(`${file}: ${callee.name} needs a text in quotes at ${node.start}.`);
      }
    },
  }).visit(program);
  return found;
}

const choicesOf = (node: ESTree.Argument): ESTree.Argument[] =>
  node.type === 'ConditionalExpression'
    ? [...choicesOf(node.consequent), ...choicesOf(node.alternate)]
    : [node];

/** The value of a string, also of one that is cut over several lines with `+`. */
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
      filter: { id: /\.tsx?$/, code: /from '[^']*\/words\/(?:t|rich)\.ts'/ },
      handler(source, id) {
        const code = new MagicString(source);
        for (const { text, start, end } of messagesOf(id, source))
          if (hasSyntax.test(text)) code.update(start, end, JSON.stringify(compile(text)));
        return code.hasChanged() ? { code: code.toString(), map: code.generateMap({ hires: true }) } : null;
      },
    },
  };
}
