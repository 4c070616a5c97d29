// HTTP of pictures: a person's avatar comes in, and goes out to whoever knows its address.
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/handler.ts';
import { createLimiter, noLimit } from '../http/limiter.ts';
import { notFound, Problem } from '../http/problem.ts';
import { encodeAvatar } from './encode.ts';
import { findPicture, removeAvatar, setAvatar } from './queries.ts';

type PictureCall =
  | 'PUT /api/users/me/avatar'
  | 'DELETE /api/users/me/avatar'
  | 'GET /api/pictures/{hash}.webp';

export function pictureRoutes({ config, database, now }: Deps): Handlers<PictureCall> {
  const { db, dialect } = database;
  const perPerson = config.rateLimit
    ? createLimiter(() => now().getTime(), { count: 10, windowMs: 10 * 60_000 })
    : noLimit;
  return {
    'PUT /api/users/me/avatar': async ({ body, viewer: { userId } }) => {
      const retryAfterSeconds = perPerson.take(userId);
      if (retryAfterSeconds > 0)
        throw new Problem('rate_limited', 'You changed your picture many times. Wait a moment.', {
          retryAfterSeconds,
        });
      const bytes = await encodeAvatar(body);
      const picture = { ownerId: userId, bytes, at: now().toISOString() };
      const filePath = await db.transaction().execute((trx) => setAvatar({ db: trx, dialect }, picture));
      return { filePath };
    },
    'DELETE /api/users/me/avatar': async ({ viewer: { userId } }) => {
      await db.transaction().execute((trx) => removeAvatar(trx, userId));
    },
    'GET /api/pictures/{hash}.webp': async ({ params }) => {
      const picture = await findPicture(db, params.hash);
      if (!picture) throw notFound('picture');
      return new Uint8Array(picture.bytes);
    },
  };
}
