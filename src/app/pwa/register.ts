// Registers the service worker, and notifies it when the page is idle.
import { messageSW } from 'workbox-window';
import type { PageMessage } from '../../offline/worker-messages.ts';
import { savesData } from '../data/http/connectivity.ts';
import { seenAddresses } from '../data/resources/freshness.ts';
import { sessionNow } from '../data/session/session.ts';
import { findRoute } from '../routing/paths.ts';

const workerUrl = '/sw.js';

/** Pauses before retries of a failed first install: on a poor connection a file may load now. */
const pausesMs = [5_000, 30_000, 120_000];

type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): {
    createScriptURL(url: string): string;
  };
};

/** The Trusted Types policy that the CSP allows; it accepts only the worker's URL. */
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

/** The worker's registration; undefined if workers are unsupported or blocked, or if the installation failed. */
export async function registerWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined;
  void postIdle();
  const url = trusted(workerUrl);
  for (const pauseMs of [0, ...pausesMs]) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    // A failure is retried after the next pause.
    const registration = await navigator.serviceWorker
      .register(url, { updateViaCache: 'none' })
      .catch(() => undefined);
    if (registration && (await isInstalled(registration))) return registration;
  }
  return undefined;
}

/** Resolves once the first worker is installed or has failed: whether there is a worker. */
async function isInstalled({ active, installing }: ServiceWorkerRegistration): Promise<boolean> {
  if (active || !installing) return true;
  while (installing.state === 'installing')
    await new Promise((resolve) => installing.addEventListener('statechange', resolve, { once: true }));
  return installing.state !== 'redundant';
}

/** Sends the worker the addresses of this page's reads, which it could not cache before it was installed. */
async function postIdle(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  const message: PageMessage = { type: 'SETTLED', addresses: seenAddresses(), page: pageToCache() };
  if (active) void messageSW(active, message);
}

function pageToCache(): string | null {
  const { pathname, search } = location;
  const entry = findRoute(pathname)?.entry;
  // Sign-in forms are not server-rendered.
  const isServerRendered = entry?.layout === 'default' && entry.auth !== 'required';
  return isServerRendered && sessionNow().user === null && !savesData() ? pathname + search : null;
}
