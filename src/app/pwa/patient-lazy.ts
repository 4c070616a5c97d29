// Parts that nobody has asked for and the page works without.
import { type ComponentType, lazy } from 'react';
import { onReturn } from '../data/http/connectivity.ts';
import { isLostChunk } from './chunk-guard.ts';

/** A part whose code is asked for until it arrives: at once, and each time the server can be reached again. */
export const patientLazy = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    for (;;)
      try {
        return { default: await load() };
      } catch (error) {
        // A script that came and threw is a bug of ours, for the error page.
        if (!isLostChunk(error)) throw error;
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
