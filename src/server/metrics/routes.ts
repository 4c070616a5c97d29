// GET /metrics: for clients on this machine, and for clients with METRICS_TOKEN.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import type { Site } from '../api.ts';
import type { Deps } from '../deps.ts';
import { isDirectLoopback } from '../http/limits/address.ts';
import { refuseOtherMethods } from '../http/request-guard.ts';

const path = '/metrics';

export function mountMetrics(site: Site, { metrics, config }: Pick<Deps, 'metrics' | 'config'>): void {
  if (metrics === null) return;
  site.get(path, async (context) => {
    context.set('route', path);
    if (isDirectLoopback(context) || hasToken(context, config.metricsToken))
      return answer(200, await metrics.text(), { 'Content-Type': metrics.contentType });
    return config.metricsToken === null
      ? answer(403, 'Metrics are for this machine alone, as METRICS_TOKEN is not set.\n')
      : answer(401, 'Send METRICS_TOKEN as a bearer token.\n', { 'WWW-Authenticate': 'Bearer' });
  });
  refuseOtherMethods(site, path, ['GET']);
}

function answer(status: number, text: string, headers: Record<string, string> = {}): Response {
  const common = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };
  return new Response(text, { status, headers: { ...common, ...headers } });
}

/** Compares hashes in constant time, against timing attacks. */
function hasToken({ req }: Context, token: string | null): boolean {
  const [, given] = /^Bearer +(\S+)$/i.exec(req.header('authorization') ?? '') ?? [];
  if (token === null || given === undefined) return false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
