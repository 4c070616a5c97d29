// Refusals shared by all routes: too many requests (429), oversized bodies (413), malformed paths (404) and unknown methods
// (405).
import type { Context, MiddlewareHandler } from 'hono';
import { limits } from '../../contract/values/limits.ts';
import type { Site } from '../api.ts';
import { t } from '../words/t.ts';
import { isInProcess } from './limits/address.ts';
import { type Limiter, takeUse } from './limits/limiter.ts';
import { notFound, Problem } from './problem.ts';
import { declaredLength, refuseTooLarge } from './socket/incoming.ts';

export const tooManyRequests = () => t('Too many requests from your network. Wait a moment.');

/** Refuses too many requests of one address, and bodies larger than any route reads. Routes have tighter limits. */
export function requestGuard(options: {
  limiter: Limiter;
  addressOf(context: Context): string;
}): MiddlewareHandler {
  return (context, next) => {
    if (!isInProcess(context)) takeUse(options.limiter, options.addressOf(context), tooManyRequests);
    refuseBody(context.req.raw);
    return next();
  };
}

/** Answers 404 to malformed paths of the API. */
export const refuseMalformedPaths: MiddlewareHandler = (context, next) => {
  if (isMalformed(context.req.url)) throw notFound('other');
  return next();
};

/** Whether the client closed the connection before the response was sent. */
export const isAborted = ({ env }: Context): boolean => env?.incoming?.socket.destroyed === true;

/** A GET has no body; the largest body of any other request is a picture. */
function refuseBody(request: Request): void {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const hasBody = declaredLength(request) > 0 || request.headers.has('transfer-encoding');
  if (isRead && hasBody) throw new Problem('body_too_large', t('A read takes no body.'));
  refuseTooLarge(declaredLength(request), limits.pictureBytes);
}

/** Whether a path holds control characters or percent-encoding that is not UTF-8. */
function isMalformed(url: string): boolean {
  const path = url.slice(url.indexOf('/', url.indexOf('//') + 2)).split(/[?#]/, 1)[0] ?? '';
  if (!path.includes('%')) return false;
  try {
    return /\p{Cc}/u.test(decodeURIComponent(path));
  } catch {
    return true;
  }
}

/**
 * Answers 405 with `Allow` to methods of a path without a handler. Call it after the handlers are mounted. Hono answers HEAD
 * wherever it answers GET.
 */
export function refuseOtherMethods(app: Site, path: string, methods: string[]): void {
  const allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method));
  app.all(path, () => {
    throw new Problem('method_not_allowed', t('Use {methods} here.', { methods: allow.join(', ') }), {
      allow,
    });
  });
}
