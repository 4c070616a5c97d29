// The page's code for the server, as it was built.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { EntryServer } from './draw.ts';

/** Loads it after the start, so that the first request and not the start waits for it; null where it was not built. */
export const serverEntryLoader = (path: string): (() => Promise<EntryServer>) | null =>
  existsSync(path) ? () => import(pathToFileURL(resolve(path)).href) as Promise<EntryServer> : null;
