// A named part of a page about one thing.
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useId } from 'react';

const Box = chakra('section', {
  base: {
    px: { base: '4', sm: '5', lg: '8' },
    pt: '6',
    '& > .head': { display: 'flex', alignItems: 'center', justifyContent: 'space-between', mb: '3' },
    '& h2': { fontSize: 'lg', fontWeight: '700', minW: '0' },
    '& h2 span': { color: 'fg.muted', fontWeight: '500' },
    '& > .head a': {
      display: 'inline-flex',
      alignItems: 'center',
      minH: 'target',
      my: '-2',
      color: 'brand',
      fontWeight: '600',
      fontSize: 'sm',
    },
  },
});

export function Section({
  title,
  count,
  more,
  children,
}: {
  title: string;
  count?: number;
  /** A link to all of them. */
  more?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Box aria-labelledby={id}>
      <div className="head">
        <h2 id={id}>
          {title} {count === undefined ? null : <span>{count}</span>}
        </h2>
        {more}
      </div>
      {children}
    </Box>
  );
}

/** The column of a page about one thing. */
export const DetailPage = chakra('article', {
  base: {
    w: 'full',
    maxW: '72rem',
    mx: { base: 'auto', lg: '0' },
    pb: '12',
    containerType: 'inline-size',
  },
});

// By the page's own width, because it may stand beside a list.
const roomy = '@container (min-width: 60rem)';

/** Facts and texts on the left, related content on the right where there is any; stacked where narrow. */
export const Halves = chakra('div', {
  base: {
    [roomy]: {
      '&:has(> * + *:not(:empty))': {
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
      },
    },
  },
});
