// Parses Markdown into the blocks of contract/text.ts. Drops raw HTML, images, and links other than https, http and mailto.
import type { Nodes, PhrasingContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import type { Block, Inline } from '../../contract/text.ts';

const maxDepth = 20;

/** The blocks of a Markdown text. Takes up to 0.2 s for 10 kB, so the server parses in the thread of descriptions.ts. */
export function parseMarkdown(markdown: string): Block[] {
  return fromMarkdown(markdown).children.flatMap((node) => blocksIn(node, 0));
}

function blocksIn(node: Nodes, depth: number): Block[] {
  if (depth > maxDepth) return [];
  switch (node.type) {
    case 'paragraph':
    case 'heading': {
      const children = inlinesOf(node.children);
      return children.length > 0 ? [{ type: node.type, children }] : [];
    }
    case 'list': {
      const items = node.children.map((item) =>
        joined(item.children.flatMap((child) => blocksIn(child, depth + 1))),
      );
      return [
        { type: 'list', ordered: node.ordered === true, items: items.filter((item) => item.length > 0) },
      ];
    }
    case 'blockquote':
      return node.children.flatMap((child) => blocksIn(child, depth + 1));
    case 'code':
      return node.value ? [{ type: 'paragraph', children: [{ text: node.value }] }] : [];
    default:
      return [];
  }
}

/** Joins the blocks of a list item into one run of text, with line breaks between them. */
function joined(blocks: Block[]): Inline[] {
  const runs = blocks.flatMap((block) => (block.type === 'list' ? block.items : [block.children]));
  return runs.flatMap((run, index) => (index === 0 ? run : [{ text: '\n' }, ...run]));
}

type Marks = Omit<Inline, 'text'>;

function inlinesOf(nodes: PhrasingContent[], marks: Marks = {}, depth = 0): Inline[] {
  const inlines = depth > maxDepth ? [] : nodes.flatMap((node) => inlinesIn(node, marks, depth));
  return depth === 0 ? merged(inlines) : inlines;
}

function inlinesIn(node: PhrasingContent, marks: Marks, depth: number): Inline[] {
  switch (node.type) {
    case 'text':
    case 'inlineCode':
      return node.value ? [{ text: node.value, ...marks }] : [];
    case 'break':
      return [{ text: '\n', ...marks }];
    case 'strong':
      return inlinesOf(node.children, { ...marks, strong: true }, depth + 1);
    case 'emphasis':
      return inlinesOf(node.children, { ...marks, emphasis: true }, depth + 1);
    case 'link': {
      const href = safeHref(node.url);
      return inlinesOf(node.children, href ? { ...marks, href } : marks, depth + 1);
    }
    case 'image':
      return node.alt ? [{ text: node.alt, ...marks }] : [];
    default:
      return [];
  }
}

/** Merges adjacent runs with the same marks, as after a dropped tag. */
function merged(inlines: Inline[]): Inline[] {
  const runs: Inline[] = [];
  for (const inline of inlines) {
    const last = runs.at(-1);
    const isSame =
      last && last.strong === inline.strong && last.emphasis === inline.emphasis && last.href === inline.href;
    if (isSame) runs[runs.length - 1] = { ...last, text: last.text + inline.text };
    else runs.push(inline);
  }
  return runs;
}

const safeProtocols = new Set(['https:', 'http:', 'mailto:']);

function safeHref(url: string): string | null {
  return URL.canParse(url) && safeProtocols.has(new URL(url).protocol) ? new URL(url).href : null;
}
