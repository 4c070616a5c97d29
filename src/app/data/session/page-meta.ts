// Reads the page's <meta> elements. Undefined while the server renders, because it has no document.
import type { MetaName } from '../../../contract/values/page.ts';

export const pageMeta = (name: MetaName): string | undefined =>
  globalThis.document?.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content;

/** The build id of this page. */
export const ownBuild = (): string => pageMeta('build') ?? '';
