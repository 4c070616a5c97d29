// What every route refuses alike, inside the contract and outside of it: too many requests, bodies that no route reads,
// malformed paths, and methods without a handler.
import type { Context, MiddlewareHandler } from 'hono';
import { limits } from '../../contract/values/limits.ts';
import type { Site } from '../api.ts';
import { t } from '../words/t.ts';
import { isInProcess } from './limits/address.ts';
import type { Limiter } from './limits/limiter.ts';
import { notFound, Problem } from './problem.ts';
import { declaredLength, refuseTooLarge } from './socket/incoming.ts';

/** Refuses too many requests of one address, and bodies that no route reads. Routes have tighter limits of their own. */
export function requestGuard(options: {
  limiter: Limiter;
  addressOf(context: Context): string;
}): MiddlewareHandler {
  return (context, next) => {
    const waitSeconds = isInProcess(context) ? 0 : options.limiter.take(options.addressOf(context));
    if (waitSeconds > 0)
      throw new Problem('rate_limited', t('Too many requests from your network. Wait a moment.'), {
        retryAfterSeconds: waitSeconds,
      });
    refuseBody(context.req.raw);
    return next();
  };
}

/** Refuses paths that no route of the API can have; a malformed path of a page is an unknown page. */
export const refuseMalformedPaths: MiddlewareHandler = (context, next) => {
  if (isMalformed(context.req.url)) throw notFound('other');
  return next();
};

/** Whether the client closed its connection before it was answered. */
export const isAborted = ({ env }: Context): boolean => env?.incoming?.socket.destroyed === true;

/** A GET has no body; the largest of any other request is a picture's. */
function refuseBody(request: Request): void {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const hasBody = declaredLength(request) > 0 || request.headers.has('transfer-encoding');
  if (isRead && hasBody) throw new Problem('body_too_large', t('A read takes no body.'));
  refuseTooLarge(declaredLength(request), limits.pictureBytes);
}

/** Whether a path holds control characters, or escapes that are no UTF-8: no route has such a name. */
function isMalformed(url: string): boolean {
  const path = url.slice(url.indexOf('/', url.indexOf('//') + 2)).split(/[?#]/, 1)[0] ?? '';
  if (!path.includes('%')) return false;
  try {
    return /\p{Cc}/u.test(decodeURIComponent(path));
  } catch {
    return true;
  }
}

/** Answers every method of a path that has no handler with 405 and those that have one. Called after them. */
export function refuseOtherMethods(app: Site, path: string, allowed: string[]): void {
  app.all(path, () => {
    throw new Problem('method_not_allowed', t('Use {methods} here.', { methods: allowed.join(', ') }), {
      allow: allowed,
    });
  });
}
