// Our layer over React Router, which is used in declarative mode: <BrowserRouter>, <StaticRouter> on the server,
// <Link>, <Navigate>, useLocation and useNavigate. It adds:
// - The screen of a path comes from the route table (routing/paths.ts) and not from <Routes>: server, guard and
//   prefetching use the table, too, without React.
// - The pending path: React Router changes the location in a transition, once the next screen can be shown.
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import {
  Link as RouterLink,
  type LinkProps as RouterLinkProps,
  BrowserRouter as RouterProvider,
  useLocation,
} from 'react-router';
import { findRoute } from '../../routing/paths.ts';

const PendingPath = createContext<string | null>(null);

/** The router of the whole page, over the browser's history. */
export function BrowserRouter({ children }: { children: ReactNode }) {
  return (
    <RouterProvider>
      <PendingPathProvider>{children}</PendingPathProvider>
    </RouterProvider>
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

export type LinkProps = Omit<RouterLinkProps, 'to'> & { to: string };

/** A link to a page of this site. `discover` belongs to React Router's framework mode and would mark each link in the HTML. */
export function Link(props: LinkProps) {
  return <RouterLink discover="none" {...props} />;
}

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
export function isPrevious(path: string): boolean {
  const { navigation } = window as { navigation?: Navigation };
  const before = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1];
  return before?.sameDocument === true && before.url === window.location.origin + path;
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
