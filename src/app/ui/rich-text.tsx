// A description rendered from its blocks (contract/text.ts): plain elements, never HTML.
import { chakra } from '@chakra-ui/react/styled-system';
import { Fragment } from 'react';
import type { Block, Inline } from '../../contract/text.ts';

const Text = chakra('div', {
  base: {
    // A long link breaks: an `auto` column would be as wide as it.
    '&, & ul, & ol': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' },
    gap: '3',
    maxW: '40rem',
    lineHeight: '1.6',
    whiteSpace: 'pre-line',
    '& h2, & h3': { fontSize: 'lg', fontWeight: '700', lineHeight: '1.3', mt: '2' },
    '& ul, & ol': { ps: '5', gap: '1' },
    '& ul': { listStyleType: 'disc' },
    '& ol': { listStyleType: 'decimal' },
    '& strong': { fontWeight: '700' },
    '& em': { fontStyle: 'italic' },
    '& a': { color: 'brand', fontWeight: '600', textDecoration: 'underline', textUnderlineOffset: '3px' },
  },
});

/** `level` of its headings: 3 where a page and its sections have headings above them. */
export function RichText({ blocks, level = 3 }: { blocks: readonly Block[]; level?: 2 | 3 }) {
  return (
    <Text>
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text keeps its order
        <BlockOf key={index} block={block} level={level} />
      ))}
    </Text>
  );
}

function BlockOf({ block, level }: { block: Block; level: 2 | 3 }) {
  if (block.type === 'paragraph') return <p>{inlines(block.children)}</p>;
  if (block.type === 'heading') {
    const Heading = `h${level}` as const;
    return <Heading>{inlines(block.children)}</Heading>;
  }
  const List = block.ordered ? 'ol' : 'ul';
  return (
    <List>
      {block.items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <li key={index}>{inlines(item)}</li>
      ))}
    </List>
  );
}

function inlines(runs: readonly Inline[]) {
  return runs.map(({ text, strong, emphasis, href }, index) => {
    let content = <>{text}</>;
    if (emphasis) content = <em>{content}</em>;
    if (strong) content = <strong>{content}</strong>;
    if (href)
      content = (
        <a href={href} rel="noopener noreferrer nofollow">
          {content}
        </a>
      );
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    return <Fragment key={index}>{content}</Fragment>;
  });
}
