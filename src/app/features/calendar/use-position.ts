// The position in the calendar as state: rendered at once, then written to the URL, which Back and Forward
// restore.
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type Position, readPosition, searchOf } from './position.ts';

/**
 * `push`: a step that Back undoes. `replace`: a small move that Back skips. `follow`: the URL follows the
 * scroll position, and nothing moves.
 */
export type How = 'push' | 'replace' | 'follow';
export type Go = (to: Partial<Position> | string, how: How) => void;

/** `turn` counts the moves after which a view shows its day again; `follow` does not count. */
type At = { search: string; turn: number; how: How };

/**
 * The position, and the position of the rendered days: after a step the days render with a delay, so that the
 * toolbar reacts at once. Small moves render at once, because the next key continues from there.
 */
export function usePosition(): { position: Position; shown: { position: Position; turn: number }; go: Go } {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [at, setAt] = useState<At>({ search, turn: 0, how: 'replace' });
  const go = useCallback<Go>(
    (to, how) => {
      // The address changes before the next page renders: do not navigate away from that page.
      if (location.pathname !== pathname) return;
      const next = typeof to === 'string' ? to : searchOf({ ...readPosition(location.search), ...to });
      setAt(({ turn }) => ({ search: next, turn: how === 'follow' ? turn : turn + 1, how }));
      if (next !== location.search) void navigate(next, { replace: how !== 'push' });
    },
    [navigate, pathname],
  );
  // The router reports late, and also reports our own changes: only another URL moves the position.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is when to look
  useEffect(() => {
    // While the next page is loading, the address is of that page.
    if (location.pathname !== pathname) return;
    setAt((held) =>
      held.search === location.search ? held : { search: location.search, turn: held.turn + 1, how: 'push' },
    );
  }, [search]);
  const late = useDeferredValue(at);
  const { search: shown, turn } = at.how === 'push' ? late : at;
  return {
    position: useMemo(() => readPosition(at.search), [at.search]),
    shown: useMemo(() => ({ position: readPosition(shown), turn }), [shown, turn]),
    go,
  };
}
