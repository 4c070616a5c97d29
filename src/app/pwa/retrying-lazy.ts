// `React.lazy` with retries, for optional parts of the page.
import { type ComponentType, lazy } from 'react';
import { onReconnect } from '../data/http/connectivity.ts';
import { isChunkLoadError } from './chunk-guard.ts';

/** Loads the component's code at once, and after a failure each time the server can be reached again. */
export const retryingLazy = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    for (;;)
      try {
        return { default: await load() };
      } catch (error) {
        // An error thrown by a loaded script is a bug, for the error page.
        if (!isChunkLoadError(error)) throw error;
        await nextReturn();
      }
  });

const nextReturn = () =>
  new Promise<void>((resolve) => {
    const stop = onReconnect(() => {
      stop();
      resolve();
    });
  });
