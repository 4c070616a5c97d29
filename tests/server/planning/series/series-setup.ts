// A published series of the club's team, twice a week from 1 December, and helpers to read and edit it.
import { signIn } from '../../../support/client.ts';
import { plan } from '../club.ts';
import { setUpPlanning } from '../setup.ts';

export const twiceAWeek = 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=6';

export function setUpSeries({ members = 3 } = {}) {
  const setup = setUpPlanning({ members });
  const { db } = setup;
  const as = (who: { id: string }) => signIn(setup.server, who);
  return {
    setup,
    db,
    /** Returns the ids of its dates in order. */
    make: async (rrule = twiceAWeek, more: object = {}): Promise<string[]> => {
      const { status, body } = await (await as(setup.club.admin)).call('POST /api/events', {
        body: plan({
          teamIds: [setup.club.team.id],
          leaderIds: [setup.club.coach.id],
          recurrence: { rrule },
          publication: 'published',
          ...more,
        }),
      });
      if (status !== 201) throw new Error(JSON.stringify(body));
      await db().deleteFrom('notifications').execute();
      const dates = await db()
        .selectFrom('events')
        .select('id')
        .where('series_id', '=', body.series?.id ?? '')
        .orderBy('recurrence_id')
        .execute();
      return dates.map(({ id }) => id);
    },
    /** Edits a date with a scope, from its current version. Its preview must match the result of the edit. */
    edit: async (id: string, body: object, who: { id: string } = setup.club.admin) => {
      const client = await as(who);
      const { body: now } = await client.call('GET /api/events/{id}', { params: { id } });
      const preview = await client.call('POST /api/events/{id}/preview', { params: { id }, body });
      const answer = await client.call('PATCH /api/events/{id}', {
        params: { id },
        body: { version: now.version, ...body },
      });
      return { ...answer, preview: preview.body };
    },
    event: (id: string) =>
      db().selectFrom('events').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    /** The values of one column for these events, in order; null for a deleted one. */
    column: async (
      ids: readonly string[],
      name: 'name' | 'starts_at' | 'recurrence_id' | 'version',
    ): Promise<(string | number | null)[]> => {
      const rows = await db().selectFrom('events').selectAll().where('id', 'in', ids).execute();
      return ids.map((id) => rows.find((row) => row.id === id)?.[name] ?? null);
    },
    /** All parts of the series of a date, in the order of their creation. */
    parts: async (id: string) => {
      const { series_id } = await db()
        .selectFrom('events')
        .select('series_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return db()
        .selectFrom('event_series')
        .selectAll()
        .where('root_series_id', '=', (part) =>
          part.selectFrom('event_series').select('root_series_id').where('id', '=', series_id),
        )
        .orderBy('id')
        .execute();
    },
    notices: () =>
      db()
        .selectFrom('notifications')
        .select(['user_id', 'kind', 'event_id', 'changes'])
        .orderBy('user_id')
        .execute(),
  };
}
