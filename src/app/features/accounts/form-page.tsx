// The common frame of the account screens: title, lead, form, and links to other pages.
import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useInstance } from '../../data/session/instance.ts';
import { titleOf } from '../../routing/paths.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { Link } from '../../ui/navigation/router.tsx';
import { Back, useDocumentTitle } from '../../ui/page/screen.tsx';

const Frame = chakra('div', { base: { display: 'flex', flexDirection: 'column', gap: '5' } });
const Header = chakra('header', {
  base: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '2' },
});
const Title = chakra('h1', {
  base: {
    fontSize: { base: '2xl', sm: '3xl' },
    lineHeight: '1.15',
    fontWeight: '800',
    _focusVisible: { outline: 'none' },
  },
});
const Lead = chakra('p', { base: { color: 'fg.muted' } });

/** `title` and `back` replace those of the route. */
export function FormPage({
  title,
  back,
  lead,
  children,
}: {
  title?: string;
  back?: string;
  lead?: ReactNode;
  children: ReactNode;
}) {
  const { pathname } = useLocation();
  const { name } = useInstance();
  const shown = title ?? titleOf(pathname) ?? name;
  useDocumentTitle(shown);
  return (
    <Frame>
      <Header>
        <Back to={back} />
        <Title tabIndex={-1}>{shown}</Title>
        {lead ? <Lead>{lead}</Lead> : null}
      </Header>
      {children}
    </Frame>
  );
}

/** The column of a form. */
export const Form = chakra('form', { base: { display: 'flex', flexDirection: 'column', gap: '4' } });

const NoticeBox = chakra('p', {
  base: {
    display: 'flex',
    gap: '2.5',
    px: '4',
    py: '3',
    rounded: 'md',
    fontWeight: '500',
    '& svg': { flexShrink: '0', mt: '0.5' },
  },
  variants: {
    tone: {
      good: { bg: 'brand.subtle', color: 'brand.subtle.fg' },
      plain: { bg: 'bg.subtle', color: 'fg' },
    },
  },
});

/** Announces what has just happened. */
export function Notice({ tone, children }: { tone: 'good' | 'plain'; children: ReactNode }) {
  return (
    <div role="status">
      <NoticeBox tone={tone}>
        <Icon name={tone === 'good' ? 'circle-check' : 'info'} />
        <span>{children}</span>
      </NoticeBox>
    </div>
  );
}

/** A link in running text, with a full-size touch target. */
export const TextLink = chakra(Link, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    minH: 'target',
    color: 'brand',
    fontWeight: '600',
    rounded: 'sm',
    _hover: { textDecoration: 'underline' },
  },
});

/** The line below a form with a link to another page. */
export const Elsewhere = chakra('p', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '1.5',
    color: 'fg.muted',
    borderTopWidth: '1px',
    borderColor: 'border',
    pt: '3',
  },
});
