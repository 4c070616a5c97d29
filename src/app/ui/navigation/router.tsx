// Our layer over React Router, which is used in declarative mode: <Router>, <StaticRouter> on the server, <Navigate>,
// useLocation and useNavigate. Its own <BrowserRouter> and <Link> stay out: their module brings along the data router's forms,
// fetchers and prefetching, 3 kB of every first load. Our layer adds:
// - The screen of a path comes from the route table (routing/paths.ts) and not from <Routes>: server, guard and
//   prefetching use the table, too, without React.
// - The pending path: React Router changes the location in a transition, once the next screen can be shown.
import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import { createPath, type NavigationType, Router, useHref, useLocation, useNavigate } from 'react-router';
import { findRoute } from '../../routing/paths.ts';
import { createBrowserHistory } from './browser-history.ts';

const PendingPath = createContext<string | null>(null);

/** The router of the whole page, over the browser's history. A new location is a transition. */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [history] = useState(createBrowserHistory);
  const [{ action, location }, setEntry] = useState(history.current);
  useLayoutEffect(() => history.listen((next) => startTransition(() => setEntry(next))), [history]);
  return (
    <Router location={location} navigationType={action as NavigationType} navigator={history}>
      <PendingPathProvider>{children}</PendingPathProvider>
    </Router>
  );
}

/**
 * Tracks the pending path: the address bar changes at once, so after a click or a step in the history it
 * names that path.
 */
function PendingPathProvider({ children }: { children: ReactNode }) {
  const { key, pathname } = useLocation();
  const [pending, setPending] = useState({ key, pathname });
  useEffect(() => {
    const readAddress = () => {
      const wanted = window.location.pathname;
      setPending((last) => (last.key === key && last.pathname === wanted ? last : { key, pathname: wanted }));
    };
    addEventListener('click', readAddress);
    addEventListener('popstate', readAddress);
    return () => {
      removeEventListener('click', readAddress);
      removeEventListener('popstate', readAddress);
    };
  }, [key]);
  // A pending path of an earlier location has ended.
  return <PendingPath value={pending.key === key ? pending.pathname : pathname}>{children}</PendingPath>;
}

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  to: string;
  state?: unknown;
  replace?: boolean;
};

/** A link to a page of this site. A click on the link of the current page adds no entry to the history. */
export function Link({ to, state, replace, onClick, ...props }: LinkProps) {
  const href = useHref(to);
  const navigate = useNavigate();
  const current = createPath(useLocation());
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const isForBrowser = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey || props.target;
    if (event.defaultPrevented || event.button !== 0 || isForBrowser) return;
    event.preventDefault();
    const beside = besideOf(event.currentTarget);
    void navigate(to, {
      replace: replace ?? href === current,
      state: beside ? { beside, ...(state as object) } : state,
    });
  };
  return <a {...props} href={href} onClick={follow} />;
}

/** The list of two panes that a link is in: it stays beside the page that the link opens. */
export const besideOf = (link: Element): string | undefined =>
  link.closest<HTMLElement>('[data-list]')?.dataset.list;

/**
 * A link with `aria-current`. It follows the pending path at once, while the location changes with the screen; only these
 * links render again for that.
 */
export function MarkedLink({
  current,
  ...props
}: LinkProps & { current: (path: string) => 'page' | 'true' | undefined }) {
  const { pathname } = useLocation();
  return <Link aria-current={current(useContext(PendingPath) ?? pathname)} {...props} />;
}

/**
 * Whether the previous page is `path`, and Back leads to it without a page load; false where a browser does
 * not say.
 */
export function isPrevious(path: string, { withAnyQuery = false } = {}): boolean {
  const { navigation } = window as { navigation?: Navigation };
  const before = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1];
  const url = withAnyQuery ? before?.url?.replace(/\?.*/, '') : before?.url;
  return before?.sameDocument === true && url === window.location.origin + path;
}

/**
 * Whether the previous page of this tab is one of this site. After a full load the router counts from zero again, so the browser is
 * asked, which lists no pages of other sites.
 */
export function hasPrevious(): boolean {
  const { navigation } = window as { navigation?: Navigation };
  return (navigation?.currentEntry?.index ?? window.history.state?.idx ?? 0) > 0;
}

/** The query of the address. */
export function useQuery(): URLSearchParams {
  const { search } = useLocation();
  return useMemo(() => new URLSearchParams(search), [search]);
}

/** The id in the URL at the place of `:id`. */
export function useRouteId(): string {
  return findRoute(useLocation().pathname)?.id ?? '';
}
