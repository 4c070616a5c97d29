// Registers the service worker, and tells it when the page has come to rest.
import { messageSW } from 'workbox-window';
import type { PageMessage } from '../../offline/worker-messages.ts';
import { savesData } from '../data/http/connectivity.ts';
import { seenAddresses } from '../data/resources/freshness.ts';
import { sessionNow } from '../data/session/session.ts';
import { findRoute } from '../routing/paths.ts';

const workerUrl = '/sw.js';

/** How long after a first install that failed the next one is tried: a file that did not come on a poor connection may now. */
const pausesMs = [5_000, 30_000, 120_000];

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

/** Our worker's registration; undefined where workers are missing, blocked or cannot be fetched or installed now. */
export async function registerWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined;
  void tellSettled();
  const url = trusted(workerUrl);
  for (const pauseMs of [0, ...pausesMs]) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    // Refused or out of reach: tried again after the next pause.
    const registration = await navigator.serviceWorker
      .register(url, { updateViaCache: 'none' })
      .catch(() => undefined);
    if (registration && (await isInstalled(registration))) return registration;
  }
  return undefined;
}

/** Whether there is a worker, once the first one of all has been installed or given up. */
async function isInstalled({ active, installing }: ServiceWorkerRegistration): Promise<boolean> {
  if (active || !installing) return true;
  while (installing.state === 'installing')
    await new Promise((resolve) => installing.addEventListener('statechange', resolve, { once: true }));
  return installing.state !== 'redundant';
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
