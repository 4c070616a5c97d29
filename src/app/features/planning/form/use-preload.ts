// Loads code that a form needs later as soon as the form is open: it may stay open for days, and a new
// version of the app removes the files of the old one.
import { useEffect } from 'react';

/** `loads`: a stable list. A load that fails is tried again when it is needed. */
export function usePreload(loads: readonly (() => Promise<unknown>)[]): void {
  useEffect(() => {
    void Promise.allSettled(loads.map((load) => load()));
  }, [loads]);
}
