// Parts that nobody has asked for and the page works without.
import { type ComponentType, lazy } from 'react';
import { onReturn } from '../data/connectivity.ts';

/** A part whose code is asked for until it comes: at once, and at every return of the server. It never fails. */
export const patientLazy = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    for (;;)
      try {
        return { default: await load() };
      } catch {
        await nextReturn();
      }
  });

const nextReturn = () =>
  new Promise<void>((resolve) => {
    const stop = onReturn(() => {
      stop();
      resolve();
    });
  });
