// A titled group of rows: label and value, a link onward, or a control.
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useId } from 'react';
import type { ChromeIconName } from './icons/chrome-icons.ts';
import { Icon } from './icons/icon.tsx';
import { Link } from './navigation/router.tsx';

const Section = chakra('section', { base: { '* + &': { mt: '7' } } });
const Heading = chakra('h2', { base: { fontSize: 'lg', fontWeight: '700', mb: '2.5' } });
const About = chakra('p', { base: { color: 'fg.muted', fontSize: 'sm', mt: '-1.5', mb: '3' } });
const Box = chakra('div', {
  base: {
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    rounded: 'lg',
    overflow: 'hidden',
    '& > * + *': { borderTopWidth: '1px', borderColor: 'border' },
  },
});

export function Panel({
  title,
  about,
  bare = false,
  children,
}: {
  title?: string;
  about?: ReactNode;
  /** The content has a border of its own. */
  bare?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Section aria-labelledby={title ? id : undefined}>
      {title ? <Heading id={id}>{title}</Heading> : null}
      {about ? <About>{about}</About> : null}
      {bare ? children : <Box>{children}</Box>}
    </Section>
  );
}

const Row = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'flex-start',
    columnGap: '3.5',
    rowGap: '2.5',
    px: '4',
    py: '3.5',
    minH: '3.25rem',
    '& > svg': { flexShrink: '0', mt: '0.5', color: 'fg.muted' },
    // The element at the end wraps below where it would leave less than this for the text.
    '& > .text': { flex: '1 1 10.5rem', minW: '0' },
    '& > .text ~ *': { ms: 'auto' },
    '& .label': { fontSize: 'sm', color: 'fg.muted' },
    '& .value': { fontWeight: '600' },
    '& .note': { fontSize: 'sm', color: 'fg.muted', mt: '0.5' },
  },
});

/** A label and its value; `aside` is at the end. */
export function PanelRow({
  icon,
  label,
  note,
  aside,
  children,
}: {
  icon?: ChromeIconName;
  label?: string;
  note?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Row>
      {icon ? <Icon name={icon} /> : null}
      <div className="text">
        {label ? <p className="label">{label}</p> : null}
        <div className="value">{children}</div>
        {note ? <p className="note">{note}</p> : null}
      </div>
      {aside}
    </Row>
  );
}

const RowLink = chakra(Link, {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3.5',
    px: '4',
    minH: '3.5rem',
    fontWeight: '600',
    _hover: { bg: 'bg.subtle' },
    _focusVisible: { outlineOffset: '-2px' },
    '& svg': { flexShrink: '0', color: 'fg.muted' },
    '& span': { flex: '1', minW: '0' },
  },
});

/** A row that leads to another page. */
export function PanelLink({ icon, to, children }: { icon: ChromeIconName; to: string; children: ReactNode }) {
  return (
    <RowLink to={to}>
      <Icon name={icon} />
      <span>{children}</span>
      <Icon name="chevron-right" size={18} />
    </RowLink>
  );
}
