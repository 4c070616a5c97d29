// HTTP of reminders: lists missing replies and sends reminders.
import type { reminderEndpoints } from '../../contract/events/reminders.ts';
import type { Deps } from '../deps.ts';
import { findEventFor } from '../events/answer-queries.ts';
import { repliesClosedFor } from '../events/can-rules.ts';
import { decodeCursor, encodeCursor, page } from '../http/answer/cursor.ts';
import type { Handlers, Viewer } from '../http/handler.ts';
import { Problem } from '../http/problem.ts';
import { lockEventRow } from '../registrations/queries.ts';
import { t } from '../words/t.ts';
import { lastReminderOf, listUnanswered } from './queries.ts';
import { remind } from './remind.ts';
import { manualIntervalMs } from './rules.ts';

export function reminderRoutes({ database, now }: Deps): Handlers<keyof typeof reminderEndpoints> {
  const eventToRun = async (db: Deps['database']['db'], id: string, { userId }: Viewer) => {
    const { event, may } = await findEventFor(db, { id, userId }, now());
    if (!may.can.edit)
      throw new Problem(
        'not_permitted',
        t('Only the people who run this event can see who has not answered.'),
      );
    return event;
  };
  return {
    'GET /api/events/{id}/reminders': async ({ params: { id }, query: { cursor, limit }, viewer }) => {
      const at = now();
      const isOpen = takesReminders(await eventToRun(database.db, id, viewer), at);
      const after = decodeCursor(cursor, 'text');
      const rows = await listUnanswered(database.db, id, { after, limit, now: at.toISOString() });
      const since = at.getTime() - manualIntervalMs;
      const found = page(
        rows,
        limit,
        (row) => encodeCursor(row.sort_name, row.id),
        (row) => ({
          user: {
            id: row.id,
            name: row.name,
            avatarSrc: row.file_path,
            hasAccount: row.has_account === 1,
          },
          remindedAt: row.sent_at,
          canRemind:
            isOpen &&
            row.has_account === 1 &&
            row.suspended_at === null &&
            (row.sent_at === null || Date.parse(row.sent_at) <= since),
          isAskedAgain: row.has_answered === 1,
        }),
      );
      return { ...found, remindedAt: await lastReminderOf(database.db, id) };
    },

    'POST /api/events/{id}/reminders': ({ params: { id }, viewer }) =>
      database.db.transaction().execute(async (db) => {
        // Two at once would remind everyone twice.
        await lockEventRow(db, database.dialect, id);
        const at = now();
        const event = await eventToRun(db, id, viewer);
        if (!takesReminders(event, at))
          throw new Problem('not_permitted', t('No one can answer this event right now.'));
        const reminded = await remind(db, id, { by: viewer.userId, at });
        return { reminded, remindedAt: await lastReminderOf(db, id) };
      }),
  };
}

/** Whether it makes sense to ask for a reply: there is still time to give one. */
const takesReminders = (event: Parameters<typeof repliesClosedFor>[0], at: Date): boolean =>
  repliesClosedFor(event, at.toISOString()) === null && event.starts_at > at.toISOString();
