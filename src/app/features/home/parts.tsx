// The layout of both home pages: their column and their headings.
import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { Link } from '../../ui/navigation/router.tsx';

export const Wide = chakra('div', {
  base: {
    w: 'full',
    maxW: '72rem',
    mx: { base: 'auto', lg: '0' },
    px: { base: '4', sm: '5', lg: '8' },
    pt: '6',
    pb: '12',
    display: 'grid',
    gap: '9',
    '& > *': { minW: '0' },
  },
});

const Row = chakra('div', {
  base: { display: 'flex', alignItems: 'baseline', justifyContent: 'space-between', gap: '4', mb: '2' },
});
const Title = chakra('h2', { base: { fontSize: 'xl', fontWeight: '800' } });
const More = chakra(Link, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    minH: 'target',
    color: 'brand',
    fontWeight: '600',
    whiteSpace: 'nowrap',
    _hover: { textDecoration: 'underline' },
  },
});

/** The heading of a section, with a link to the whole list. */
export function Heading({
  id,
  more,
  children,
}: {
  id: string;
  more?: { to: string; label: string };
  children: ReactNode;
}) {
  return (
    <Row>
      <Title id={id}>{children}</Title>
      {more ? (
        <More to={more.to} aria-describedby={id}>
          {more.label}
        </More>
      ) : null}
    </Row>
  );
}
