// The security headers of pages: a CSP that allows what the template has inline, by hash.
import type { Config } from '../config.ts';
import { securityHeaders } from '../http/answer/security-headers.ts';
import { docsStyleHash } from '../system/docs-page.ts';
import type { Template } from './template.ts';

/** `styleHashes`: of styles that are not in every page. */
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
