// Code that a form needs later, loaded as soon as it is open: it may stay open for days, and a new version of the app takes
// the files of the old one away.
import { useEffect } from 'react';

/** `loads`: the same list each time. One that fails is asked for again when it is needed. */
export function useLoaded(loads: readonly (() => Promise<unknown>)[]): void {
  useEffect(() => {
    void Promise.allSettled(loads.map((load) => load()));
  }, [loads]);
}
