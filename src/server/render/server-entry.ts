// Imports the built server bundle of the page.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { EntryServer } from './render-page.ts';

/** Imports the bundle when it is called, so that the start does not wait for it; null where the build has none. */
export const serverEntryLoader = (path: string): (() => Promise<EntryServer>) | null =>
  existsSync(path) ? () => import(pathToFileURL(resolve(path)).href) as Promise<EntryServer> : null;
