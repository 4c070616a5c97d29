// Reads what the page says of itself in <meta> elements. Undefined while the server renders, where there is no document.
import type { MetaName } from '../../../contract/values/page.ts';

export const pageMeta = (name: MetaName): string | undefined =>
  globalThis.document?.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content;

/** The build that this page is of. */
export const ownBuild = (): string => pageMeta('build') ?? '';
