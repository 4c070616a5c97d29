// The place in the calendar as state: drawn at once, then written to the address, which Back and Forward bring back.
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type Place, readPlace, searchOf } from './place.ts';

/**
 * `push`: a step that Back undoes. `replace`: a small move that it does not. `follow`: the address follows what was
 * scrolled to, and nothing moves.
 */
export type How = 'push' | 'replace' | 'follow';
export type Go = (to: Partial<Place> | string, how: How) => void;

/** `turn` counts the moves after which a view shows `place` anew; one that only follows is none. */
export function usePlace(): { place: Place; turn: number; go: Go } {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [at, setAt] = useState({ search, turn: 0 });
  const go = useCallback<Go>(
    (to, how) => {
      const next = typeof to === 'string' ? to : searchOf({ ...readPlace(location.search), ...to });
      setAt(({ turn }) => ({ search: next, turn: how === 'follow' ? turn : turn + 1 }));
      if (next !== location.search) void navigate(next, { replace: how !== 'push' });
    },
    [navigate],
  );
  // The router tells late, and again of what was written here: only an address that is news moves anything.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is when to look
  useEffect(() => {
    setAt((held) =>
      held.search === location.search ? held : { search: location.search, turn: held.turn + 1 },
    );
  }, [search]);
  return { place: useMemo(() => readPlace(at.search), [at.search]), turn: at.turn, go };
}
