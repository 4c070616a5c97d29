// HTTP of pictures: a person's avatar or a group's logo comes in, and goes out to those who know its address.
import type { Call, ParsedBody } from '../../contract/api.ts';
import type { Deps } from '../deps.ts';
import { demandLogoChange, findLogo, removeLogo, setLogo } from '../groups/logo-queries.ts';
import type { Handlers, Viewer } from '../http/handler.ts';
import { createLimiter, noLimit } from '../http/limiter.ts';
import { notFound, Problem } from '../http/problem.ts';
import { encodePicture, refuseOtherFiles } from './encode.ts';
import { findPicture, removeAvatar, setAvatar } from './queries.ts';

export type PictureCall = Extract<
  Call,
  `${string}/avatar` | `${string}/logo` | 'GET /api/pictures/{hash}.webp'
>;

type Scope = 'team' | 'organization';
type Ask = { params: { id: string }; viewer: Viewer };

export function pictureRoutes({ config, database, now }: Deps): Handlers<PictureCall> {
  const { db, dialect } = database;
  const perPerson = config.rateLimit
    ? createLimiter(() => now().getTime(), { count: 10, windowMs: 10 * 60_000 })
    : noLimit;
  const countUpload = (userId: string) => {
    const retryAfterSeconds = perPerson.take(userId);
    if (retryAfterSeconds > 0)
      throw new Problem('rate_limited', 'You changed pictures many times. Wait a moment.', {
        retryAfterSeconds,
      });
  };
  const logoOf = (scope: Scope, { params: { id }, viewer: { userId } }: Ask) => ({
    scope,
    groupId: id,
    userId,
    at: now().toISOString(),
  });
  const settingLogo =
    (scope: Scope) => async (ask: Ask & { body: ParsedBody<'PUT /api/teams/{id}/logo'> }) => {
      countUpload(ask.viewer.userId);
      refuseOtherFiles(ask.body);
      const group = logoOf(scope, ask);
      await demandLogoChange(db, group);
      const bytes = await encodePicture(ask.body);
      const logo = await db.transaction().execute((trx) => setLogo(trx, database, group, bytes));
      return { logo };
    };
  const removingLogo =
    (scope: Scope) =>
    async (ask: Ask): Promise<undefined> => {
      await db.transaction().execute((trx) => removeLogo(trx, database, logoOf(scope, ask)));
    };
  return {
    'PUT /api/users/me/avatar': async ({ body, viewer: { userId } }) => {
      countUpload(userId);
      const bytes = await encodePicture(body);
      const picture = { ownerId: userId, bytes, at: now().toISOString() };
      const filePath = await db.transaction().execute((trx) => setAvatar({ db: trx, dialect }, picture));
      return { filePath };
    },
    'DELETE /api/users/me/avatar': async ({ viewer: { userId } }) => {
      await db.transaction().execute((trx) => removeAvatar(trx, userId));
    },
    'PUT /api/teams/{id}/logo': settingLogo('team'),
    'DELETE /api/teams/{id}/logo': removingLogo('team'),
    'PUT /api/organizations/{id}/logo': settingLogo('organization'),
    'DELETE /api/organizations/{id}/logo': removingLogo('organization'),
    'GET /api/pictures/{hash}.webp': async ({ params: { hash } }) => {
      const picture = (await findPicture(db, hash)) ?? (await findLogo(db, hash));
      if (!picture) throw notFound('picture');
      return new Uint8Array(picture.bytes);
    },
  };
}
