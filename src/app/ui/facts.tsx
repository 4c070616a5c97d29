// A list of facts about one thing: an icon, the fact, and its details.
import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import type { ChromeIconName } from './icons/chrome-icons.ts';
import { Icon } from './icons/icon.tsx';

/** A list of `Fact`s. Not a <dl>: a fact is no name with a value, and a <dl> allows no icons (HTML, 4.4.9). */
export const Facts = chakra('ul', {
  base: {
    '& > li': {
      display: 'grid',
      gridTemplateColumns: '1.375rem minmax(0, 1fr) auto',
      columnGap: '4',
      px: { base: '4', sm: '5', lg: '8' },
      py: '3.5',
      borderBottomWidth: '1px',
      borderColor: 'border',
    },
    '& .icon': { gridRow: 'span 9', mt: '0.5', color: 'fg.muted' },
    '& strong': { fontWeight: '700', gridColumn: '2', minW: '0' },
    '& p': { gridColumn: '2 / -1', color: 'fg.muted', fontSize: '0.9375rem', whiteSpace: 'pre-line' },
    // A link inside a line of text has a large enough touch target without moving the lines apart.
    '& a': {
      color: 'brand',
      fontWeight: '600',
      display: 'inline-block',
      maxW: '100%',
      py: '3',
      my: '-3',
      rounded: 'sm',
      textDecoration: 'underline',
      textDecorationColor: 'transparent',
      textUnderlineOffset: '3px',
      _hover: { textDecorationColor: 'currentColor' },
    },
    '& .aside': { gridColumn: '3', gridRow: '1', alignSelf: 'start', fontSize: 'md', whiteSpace: 'nowrap' },
    '& .aside a': { px: '2', mx: '-2', maxW: 'none' },
  },
});

/** `aside`: one action for this fact, as a link. Empty lines are left out. */
export function Fact({
  icon,
  title,
  lines = [],
  aside,
}: {
  icon: ChromeIconName;
  title: ReactNode;
  lines?: readonly (ReactNode | null)[];
  aside?: ReactNode;
}) {
  return (
    <li>
      <Icon name={icon} size={22} />
      <strong>{title}</strong>
      {lines.map((line, index) =>
        line === null || line === '' || line === false ? null : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a fact keep their order
          <p key={index}>{line}</p>
        ),
      )}
      {aside ? <p className="aside">{aside}</p> : null}
    </li>
  );
}
