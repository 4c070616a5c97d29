// The frame of a screen: its title, the back link of its route, one action, and the document's title.
import { chakra } from '@chakra-ui/react/styled-system';
import { type FormEvent, type ReactNode, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useInstance } from '../../data/session/instance.ts';
import { findRoute, pathOf, pathTo, titleOf } from '../../routing/paths.ts';
import { t } from '../../words/t.ts';
import { Icon } from '../icons/icon.tsx';
import { hasPrevious, isPrevious, Link } from '../navigation/router.tsx';
import { useIsPage } from './panes.ts';

// Beside the rail all screens begin at the same edge, whatever their width.
const Frame = chakra('div', {
  base: {
    w: 'full',
    maxW: '44rem',
    mx: { base: 'auto', lg: '0' },
    '--end': { lg: '2rem' },
    ps: { base: '4', sm: '5', lg: '8' },
    pe: { base: '4', sm: '5', lg: 'var(--end)' },
    pb: '10',
  },
  variants: {
    wide: { true: { maxW: '72rem' } },
    // The list of two panes.
    pane: { true: { xl: { '--end': '1rem', '& h1, & h2': { flexBasis: 'max-content' } } } },
  },
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
    // On a desk all titles begin at the same edge.
    '& > .back': { display: 'contents', lg: { display: 'flex', flexBasis: '100%' } },
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
    '@media print': { display: 'none' },
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

/** The route's way back: a link to a fixed page, or to `to` instead; a button to the previous one; or nothing. */
export function Back({ onField = false, to: instead }: { onField?: boolean; to?: string | undefined }) {
  const navigate = useNavigate();
  const location = useLocation();
  const found = findRoute(location.pathname);
  const back = found?.entry.back;
  if (!found || !back) return null;
  if (back.kind === 'link') {
    // The page of my event links to the list beside it. The links of other pages are fixed (docs/product.md, "Routes").
    const { beside } = (location.state ?? {}) as { beside?: string };
    const listed = found.entry.screen === 'myEvent' && beside ? pathOf(beside) : null;
    const to = instead ?? listed ?? pathTo(back.to, found.id);
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
 * not the page, as are lists beside it.
 */
export function useDocumentTitle(title: string | null | undefined): void {
  const { name } = useInstance();
  const isPage = useIsPage();
  useEffect(() => {
    if (title === undefined || !isPage) return;
    document.title = title === null ? name : `${title} · ${name}`;
  }, [title, name, isPage]);
}

/**
 * A screen with the title of its route, or `title` where the content has a better one. `tools`: beside the title of a main
 * screen. As a list beside the page it needs its `title`.
 */
export function Screen({
  title,
  tools,
  action,
  wide = false,
  pane = false,
  children,
}: {
  title?: string;
  tools?: ReactNode;
  action?: ReactNode;
  wide?: boolean;
  pane?: boolean;
  children: ReactNode;
}) {
  const { pathname } = useLocation();
  const { name } = useInstance();
  const isPage = useIsPage();
  const hasBack = isPage && findRoute(pathname)?.entry.back;
  const shown = title ?? titleOf(pathname) ?? name;
  useDocumentTitle(shown);
  return (
    <Frame wide={wide} pane={pane}>
      <Header>
        {hasBack ? (
          <div className="back">
            <Back />
          </div>
        ) : null}
        {isPage ? <Title tabIndex={-1}>{shown}</Title> : <Title as="h2">{shown}</Title>}
        {tools}
        {action}
      </Header>
      {children}
    </Frame>
  );
}
