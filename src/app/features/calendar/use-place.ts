// The place in the calendar as state: drawn at once, then written to the address, which Back and Forward bring back.
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type Place, readPlace, searchOf } from './place.ts';

/**
 * `push`: a step that Back undoes. `replace`: a small move that it does not. `follow`: the address follows what was
 * scrolled to, and nothing moves.
 */
export type How = 'push' | 'replace' | 'follow';
export type Go = (to: Partial<Place> | string, how: How) => void;

/** `turn` counts the moves after which a view shows the place anew; one that only follows is none. */
type At = { search: string; turn: number; how: How };

/**
 * Where one is, and of what the days are drawn: after a step they come a moment later than the tools, which answer the tap
 * at once however much a month holds. Small moves are drawn at once: the next key counts from there.
 */
export function usePlace(): { place: Place; shown: { place: Place; turn: number }; go: Go } {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [at, setAt] = useState<At>({ search, turn: 0, how: 'replace' });
  const go = useCallback<Go>(
    (to, how) => {
      const next = typeof to === 'string' ? to : searchOf({ ...readPlace(location.search), ...to });
      setAt(({ turn }) => ({ search: next, turn: how === 'follow' ? turn : turn + 1, how }));
      if (next !== location.search) void navigate(next, { replace: how !== 'push' });
    },
    [navigate],
  );
  // The router tells late, and again of what was written here: only an address that is news moves anything.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is when to look
  useEffect(() => {
    setAt((held) =>
      held.search === location.search ? held : { search: location.search, turn: held.turn + 1, how: 'push' },
    );
  }, [search]);
  const late = useDeferredValue(at);
  const { search: shown, turn } = at.how === 'push' ? late : at;
  return {
    place: useMemo(() => readPlace(at.search), [at.search]),
    shown: useMemo(() => ({ place: readPlace(shown), turn }), [shown, turn]),
    go,
  };
}
