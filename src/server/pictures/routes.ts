// HTTP of pictures: uploads of avatars, logos and event pictures, and downloads by their unguessable URL.
import type { Call, ParsedBody } from '../../contract/api.ts';
import type { Db } from '../db/open.ts';
import type { Deps } from '../deps.ts';
import { findMyEventAnswer } from '../events/answer-queries.ts';
import { findLogo, removeLogo, requireLogoPermission, setLogo } from '../groups/logo-queries.ts';
import type { Handlers, Viewer } from '../http/handler.ts';
import { type Limiter, limiterOf, takeUse } from '../http/limits/limiter.ts';
import { notFound, Problem } from '../http/problem.ts';
import { changePicture } from '../planning/picture-queries.ts';
import { t } from '../words/t.ts';
import { avatarSize, encodePicture, eventPictureSize } from './encode.ts';
import { findPicture, removeAvatar, setAvatar } from './queries.ts';

export type PictureCall = Extract<
  Call,
  `${string}/avatar` | `${string}/logo` | `${string}/image` | 'GET /api/pictures/{hash}.webp'
>;

type Scope = 'team' | 'organization';
type Ask = { params: { id: string }; viewer: Viewer };

/** Rate limits per person and ten minutes: avatars and logos, and event pictures. */
const squaresAtOnce = 10;
const eventPicturesAtOnce = 30;

export function pictureRoutes(deps: Deps): Handlers<PictureCall> {
  const { database, now } = deps;
  const { db, dialect } = database;
  const ofSquares = limiterOf(deps, { count: squaresAtOnce, windowMs: 10 * 60_000 });
  const ofEvents = limiterOf(deps, { count: eventPicturesAtOnce, windowMs: 10 * 60_000 });
  const countIn = (limiter: Limiter, { userId }: Viewer) =>
    takeUse(limiter, userId, () => t('You sent a lot of pictures. Wait a moment.'));

  const logoOf = (scope: Scope, { params: { id }, viewer: { userId } }: Ask) => ({
    scope,
    groupId: id,
    userId,
    at: now().toISOString(),
  });
  const settingLogo =
    (scope: Scope) => async (ask: Ask & { body: ParsedBody<'PUT /api/teams/{id}/logo'> }) => {
      const group = logoOf(scope, ask);
      // Check the permission before decoding, which is costly.
      await requireLogoPermission(db, group);
      countIn(ofSquares, ask.viewer);
      const bytes = await encodePicture(ask.body, avatarSize);
      const logo = await db.transaction().execute((trx) => setLogo(trx, database, group, bytes));
      return { logo };
    };
  const removingLogo =
    (scope: Scope) =>
    async (ask: Ask): Promise<undefined> => {
      await db.transaction().execute((trx) => removeLogo(trx, database, logoOf(scope, ask)));
    };

  const answerFor = async (trx: Db, id: string, { userId }: Viewer) => {
    const answer = await findMyEventAnswer(trx, { id, userId }, now());
    if (!answer.can.edit)
      throw new Problem('not_permitted', t('Only the people who run this event can change it.'));
    return answer;
  };

  return {
    'PUT /api/users/me/avatar': async ({ body, viewer }) => {
      countIn(ofSquares, viewer);
      const bytes = await encodePicture(body, avatarSize);
      const picture = { ownerId: viewer.userId, bytes, at: now().toISOString() };
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
    'PUT /api/events/{id}/image': async ({ params: { id }, query, body, viewer }) => {
      // Check the permission before decoding, which is costly.
      await answerFor(db, id, viewer);
      countIn(ofEvents, viewer);
      const bytes = await encodePicture(body, eventPictureSize);
      return db.transaction().execute(async (trx) => {
        await changePicture(deps, trx, viewer, { id, bytes, following: query });
        return answerFor(trx, id, viewer);
      });
    },
    'DELETE /api/events/{id}/image': async ({ params: { id }, query, viewer }) => {
      await db
        .transaction()
        .execute((trx) => changePicture(deps, trx, viewer, { id, bytes: null, following: query }));
    },
    'GET /api/pictures/{hash}.webp': async ({ params: { hash } }) => {
      const picture = (await findPicture(db, hash)) ?? (await findLogo(db, hash));
      if (!picture) throw notFound('picture');
      return new Uint8Array(picture.bytes);
    },
  };
}
