// Registers the service worker, and tells it when the page has come to rest.
import { messageSW, Workbox } from 'workbox-window';
import type { PageMessage } from '../../offline/worker-messages.ts';
import { savesData } from '../data/connectivity.ts';
import { seenAddresses } from '../data/freshness.ts';
import { sessionNow } from '../data/session.ts';
import { findRoute } from '../paths.ts';

const workerUrl = '/sw.js';

type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): {
    createScriptURL(url: string): string;
  };
};

/** The one policy that the CSP allows, and the one address that it lets through. */
function trusted(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy('sideline', {
    createScriptURL(wanted) {
      if (wanted !== workerUrl) throw new TypeError(`Not a script of Sideline's: ${wanted}`);
      return wanted;
    },
  });
  return policy?.createScriptURL(url) ?? url;
}

/** Our worker's registration; undefined where workers are missing, blocked or cannot be fetched now. */
export async function registerWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined;
  const workbox = new Workbox(trusted(workerUrl), { updateViaCache: 'none' });
  const registration = await workbox.register({ immediate: true }).catch(() => undefined);
  void tellSettled();
  return registration;
}

/** Before the worker was there it kept nothing of what this page has read. */
async function tellSettled(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  const message: PageMessage = { type: 'SETTLED', addresses: seenAddresses(), page: pageToKeep() };
  if (active) void messageSW(active, message);
}

function pageToKeep(): string | null {
  const { pathname, search } = location;
  const entry = findRoute(pathname)?.entry;
  // Forms for signing in are not drawn.
  const isDrawn = entry?.layout === 'default' && entry.auth !== 'required';
  return isDrawn && sessionNow().user === null && !savesData() ? pathname + search : null;
}
