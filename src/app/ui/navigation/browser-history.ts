// The browser's history as the navigator of React Router's <Router>. React Router exports its own only as an unstable name and in
// <BrowserRouter>, which brings along the data router.
import { createPath, type Location, type NavigationType, type Navigator, type To } from 'react-router';

/** What an entry of the browser's history holds, as React Router writes it: `usr` is the state given to a navigation. */
type EntryState = { usr?: unknown; key?: string; idx?: number } | null;

export type Entry = { action: `${NavigationType}`; location: Location };

/** `listen` calls back after each navigation and each step in the history, until the function is called that it returns. */
export type BrowserHistory = Navigator & {
  current(): Entry;
  listen(listener: (entry: Entry) => void): () => void;
};

export function createBrowserHistory(): BrowserHistory {
  const { history } = window;
  const held = () => history.state as EntryState;
  // The first entry of this document gets a number, so that Back knows whether a page of ours is before it.
  if (held()?.idx === undefined) history.replaceState({ ...held(), idx: 0 }, '');
  let action: Entry['action'] = 'POP';
  const current = (): Entry => {
    const { pathname, search, hash } = window.location;
    const { usr = null, key = 'default' } = held() ?? {};
    return { action, location: { pathname, search, hash, state: usr, key } };
  };
  let last = held();
  let listener = (_: Entry) => {};
  const tell = (by: Entry['action']) => {
    action = by;
    last = held();
    listener(current());
  };
  const entryOf = (usr: unknown, idx: number) => ({ usr, key: Math.random().toString(36).slice(2, 10), idx });
  const createHref = (to: To) => (typeof to === 'string' ? to : createPath(to));
  return {
    current,
    createHref,
    go: (steps) => history.go(steps),
    push(to, state) {
      history.pushState(entryOf(state, (held()?.idx ?? 0) + 1), '', createHref(to));
      tell('PUSH');
    },
    replace(to, state) {
      history.replaceState(entryOf(state, held()?.idx ?? 0), '', createHref(to));
      tell('REPLACE');
    },
    listen(next) {
      const onStep = () => {
        if (held() || !window.location.hash) return tell('POP');
        // The browser has followed a fragment link, to an entry without state: it is of the same page, and no navigation.
        history.replaceState({ ...last, idx: (last?.idx ?? 0) + 1 }, '');
        tell('PUSH');
      };
      listener = next;
      window.addEventListener('popstate', onStep);
      // A step before anyone listened: Back at once after a load.
      if (held()?.idx !== last?.idx) onStep();
      return () => {
        listener = () => {};
        window.removeEventListener('popstate', onStep);
      };
    },
  };
}
