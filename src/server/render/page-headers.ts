// The security headers of pages: a CSP that allows the template's inline scripts and styles by hash.
import type { Config } from '../config.ts';
import { securityHeaders } from '../http/answer/security-headers.ts';
import { docsStyleHash } from '../system/docs-page.ts';
import type { Template } from './template.ts';

/** `styleHashes`: CSP hashes of styles that only some pages have. */
export const pageHeaders = (
  { publicOrigin, iconFallback }: Config,
  { scriptSources, styleSources }: Template,
  styleHashes: string[],
): Record<string, string> =>
  securityHeaders({
    isHttps: publicOrigin.startsWith('https:'),
    scriptHashes: scriptSources,
    styleHashes: [docsStyleHash, ...styleSources, ...styleHashes],
    iconFallback,
  });
