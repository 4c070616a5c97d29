// A list of facts about one thing: an icon, the fact, and its details.
import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import type { ChromeIconName } from './icons/chrome-icons.ts';
import { Icon } from './icons/icon.tsx';

/** A list of `Fact`s. */
export const Facts = chakra('dl', {
  base: {
    '& > div': {
      display: 'grid',
      gridTemplateColumns: '1.375rem minmax(0, 1fr) auto',
      columnGap: '4',
      px: { base: '4', sm: '5', lg: '8' },
      py: '3.5',
      borderBottomWidth: '1px',
      borderColor: 'border',
    },
    '& .icon': { gridRow: 'span 9', mt: '0.5', color: 'fg.muted' },
    '& dt': { fontWeight: '700', gridColumn: '2', minW: '0' },
    '& dd': { gridColumn: '2 / -1', color: 'fg.muted', fontSize: '0.9375rem', whiteSpace: 'pre-line' },
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
    <div>
      <Icon name={icon} size={22} />
      <dt>{title}</dt>
      {lines.map((line, index) =>
        line === null || line === '' || line === false ? null : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a fact keep their order
          <dd key={index}>{line}</dd>
        ),
      )}
      {aside ? <dd className="aside">{aside}</dd> : null}
    </div>
  );
}
