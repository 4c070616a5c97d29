// Security headers of every response (docs/quality.md, "Security"). The CSP allows only this server, and inline code by hash.

/** The CSP hash of an empty style tag: Emotion inserts rules into empty style tags through CSSOM. */
export const emptyStyleHash = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/**
 * The headers for this origin. `scriptHashes` and `styleHashes` are CSP hash sources of inline code. `iconFallback` allows the
 * public icon service.
 */
export function securityHeaders(options: {
  isHttps: boolean;
  scriptHashes?: readonly string[];
  styleHashes?: readonly string[];
  iconFallback?: boolean;
}): Record<string, string> {
  const { isHttps, scriptHashes = [], styleHashes = [], iconFallback = false } = options;
  const icons = iconFallback ? ' https://api.iconify.design' : '';
  const policy = [
    "default-src 'none'",
    `script-src ${["'self'", ...scriptHashes].join(' ')}`,
    `style-src ${["'self'", emptyStyleHash, ...styleHashes].join(' ')}`,
    "img-src 'self' data:",
    `connect-src 'self'${icons}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types sideline',
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
  return {
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()',
    ...(isHttps ? { 'Strict-Transport-Security': 'max-age=63072000' } : {}),
  };
}
