// The frame of a screen: its title, the back link of its route, one action, and the document's title.
import { chakra } from '@chakra-ui/react/styled-system';
import { type FormEvent, type ReactNode, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useInstance } from '../../data/session/instance.ts';
import { findRoute, pathTo, titleOf } from '../../routing/paths.ts';
import { t } from '../../words/t.ts';
import { Icon } from '../icons/icon.tsx';
import { hasPrevious, isPrevious, Link } from './router.tsx';

// Beside the rail all screens begin at the same edge, whatever their width.
const Frame = chakra('div', {
  base: {
    w: 'full',
    maxW: '44rem',
    mx: { base: 'auto', lg: '0' },
    px: { base: '4', sm: '5', lg: '8' },
    pb: '10',
  },
  variants: { wide: { true: { maxW: '72rem' } } },
});
const Header = chakra('header', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '3',
    rowGap: '2',
    pt: { base: '4', lg: '8' },
    pb: '4',
    // The same height with an action as without.
    minH: { base: '4.75rem', lg: '5.75rem' },
  },
});
const Title = chakra('h1', {
  base: {
    // Where an action leaves no room for the longest word, the action wraps below the title.
    flex: '1 1 min-content',
    minW: '0',
    overflowWrap: 'break-word',
    fontSize: { base: '2xl', lg: '3xl' },
    lineHeight: '1.15',
    fontWeight: '800',
    _focusVisible: { outline: 'none' },
  },
});

const backLook = {
  base: {
    display: 'inline-grid',
    placeItems: 'center',
    w: 'target',
    h: 'target',
    flexShrink: '0',
    rounded: 'md',
    borderWidth: '1px',
    borderColor: 'border.button',
    bg: 'bg.panel',
    color: 'fg',
    cursor: 'pointer',
    _hover: { bg: 'bg.subtle' },
  },
  variants: {
    // On the dark field art of a hero.
    onField: {
      true: {
        bg: 'rgb(3 7 18 / 0.45)',
        borderColor: 'transparent',
        color: 'white',
        _hover: { bg: 'rgb(3 7 18 / 0.65)' },
      },
    },
  },
} as const;
const BackButton = chakra('button', backLook);
const BackAnchor = chakra(Link, backLook);

/** The route's way back: a link to a fixed page, a button to the previous one, or nothing. */
export function Back({ onField = false }: { onField?: boolean }) {
  const navigate = useNavigate();
  const location = useLocation();
  const found = findRoute(location.pathname);
  const back = found?.entry.back;
  if (!found || !back) return null;
  if (back.kind === 'link') {
    const to = pathTo(back.to, found.id);
    return (
      <BackAnchor
        to={to}
        aria-label={t('Back')}
        onField={onField}
        onClick={(event: React.MouseEvent) => {
          // To that page as it was left: its filters, its scroll position, the focus.
          if (event.metaKey || event.ctrlKey || event.shiftKey || !isPrevious(to, { withAnyQuery: true }))
            return;
          event.preventDefault();
          navigate(-1);
        }}
      >
        <Icon name="arrow-left" />
      </BackAnchor>
    );
  }
  // Someone who came by a shared link has no previous page here.
  const goBack = () => (hasPrevious() ? navigate(-1) : navigate('/explore'));
  return (
    // A form, so that it works before scripts, too.
    <chakra.form
      display="contents"
      action="/explore"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        goBack();
      }}
    >
      <BackButton type="submit" aria-label={t('Back')} onField={onField}>
        <Icon name="arrow-left" />
      </BackButton>
    </chakra.form>
  );
}

/**
 * Sets the document title after the screen; `null` while the name is unknown, undefined for a part that is
 * not the page.
 */
export function useDocumentTitle(title: string | null | undefined): void {
  const { name } = useInstance();
  useEffect(() => {
    if (title === undefined) return;
    document.title = title === null ? name : `${title} · ${name}`;
  }, [title, name]);
}

/**
 * A screen with the title of its route, or `title` where the content has a better one. `tools`: beside the title of a main
 * screen.
 */
export function Screen({
  title,
  tools,
  action,
  wide = false,
  children,
}: {
  title?: string;
  tools?: ReactNode;
  action?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}) {
  const { pathname } = useLocation();
  const { name } = useInstance();
  const shown = title ?? titleOf(pathname) ?? name;
  useDocumentTitle(shown);
  return (
    <Frame wide={wide}>
      <Header>
        <Back />
        <Title tabIndex={-1}>{shown}</Title>
        {tools}
        {action}
      </Header>
      {children}
    </Frame>
  );
}
