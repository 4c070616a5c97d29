// React Router's browser side, in declarative mode alone: the history, links, the query, and the id in the address. The
// package's own carry the prefetching, forms and data of its other modes, and its matching beside that of the route table
// (paths.ts): 7 kB in every first load.
import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  startTransition,
  useContext,
  useLayoutEffect,
  useMemo,
  useOptimistic,
  useState,
} from 'react';
import { Router, UNSAFE_createBrowserHistory, useHref, useLocation, useNavigate } from 'react-router';
import { findRoute } from '../paths.ts';

const Aim = createContext<string | null>(null);

/** The path that the person has asked for, at once: the page itself follows when it is drawn. For what shows where one is. */
export function useAim(): string {
  const { pathname } = useLocation();
  return useContext(Aim) ?? pathname;
}

/** The router of the whole page, over the browser's history. */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [history] = useState(() => UNSAFE_createBrowserHistory({ v5Compat: true }));
  const [{ action, location }, setState] = useState({ action: history.action, location: history.location });
  const [aim, setAim] = useOptimistic(location.pathname);
  useLayoutEffect(
    () =>
      history.listen((next) =>
        startTransition(() => {
          setAim(next.location.pathname);
          setState(next);
        }),
      ),
    [history, setAim],
  );
  return (
    <Aim value={aim}>
      <Router location={location} navigationType={action} navigator={history}>
        {children}
      </Router>
    </Aim>
  );
}

export type LinkProps = ComponentProps<'a'> & { to: string };

/** A link to a page of this site, which opens without loading the document anew. */
export function Link({ to, onClick, ...props }: LinkProps) {
  const href = useHref(to);
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const isPlain = event.button === 0 && !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey);
    if (event.defaultPrevented || !isPlain || (props.target && props.target !== '_self')) return;
    event.preventDefault();
    // The page that is open already gets no second entry in the history.
    navigate(to, { replace: href === pathname + search + hash });
  };
  return <a {...props} href={href} onClick={open} />;
}

/** Whether the page before this one is `path`, and there without a load; where a browser does not tell, no. */
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

/** What stands in the address in place of `:id`. */
export function useRouteId(): string {
  return findRoute(useLocation().pathname)?.id ?? '';
}
