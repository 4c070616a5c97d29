// HTTP of managed members (without an account). Additions per user and day are limited, because these rows are never deleted.

import type { managedMemberEndpoints } from '../../../contract/people/managed-members.ts';
import { limits } from '../../../contract/values/limits.ts';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/handler.ts';
import { takeDailyUse } from '../../http/limits/daily-uses.ts';
import { t } from '../../words/t.ts';
import { addPeople, editPerson } from './managed-members.ts';

export function managedMemberRoutes({
  config,
  database,
  now,
}: Deps): Handlers<keyof typeof managedMemberEndpoints> {
  const { db } = database;
  return {
    'POST /api/teams/{id}/people': ({ params: { id }, body: { people }, viewer: { userId } }) =>
      db.transaction().execute(async (trx) => {
        const at = now();
        const max = limits.peoplePerDay;
        const refusal = t(
          'You can add {max} people a day, and these would be more. You can go on tomorrow.',
          { max },
        );
        if (config.rateLimit)
          await takeDailyUse(trx, { userId, action: 'addPerson', max, refusal, count: people.length }, at);
        return addPeople(trx, database, { teamId: id, viewerId: userId, at }, people);
      }),

    'PATCH /api/teams/{id}/people/{personId}': ({ params: { id, personId }, body, viewer: { userId } }) =>
      db
        .transaction()
        .execute((trx) =>
          editPerson(trx, database, { teamId: id, viewerId: userId, at: now(), personId }, body),
        ),
  };
}
