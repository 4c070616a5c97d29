// Publishing an event: who is asked whether they come. The preview and the publishing itself ask the same question.
import type { ChangePreview } from '../../contract/events/planning.ts';
import { answerForMembersAway } from '../absences/queries.ts';
import { forEachYielding } from '../db/yielding.ts';
import { addNotifications, withAccount } from '../notifications/queries.ts';
import { type Work, whoCountsOn } from '../registrations/change-queries.ts';
import { countAtPlace } from './effect-queries.ts';
import { noEffect, previewOf } from './effects.ts';
import { setPublished } from './event-queries.ts';
import type { Planned } from './rules.ts';

export type PublishedDate = { id: string; startsAt: string };

/** Publishes locked drafts, of one event or one series, and asks those whom they concern for a reply. */
export async function publishEvents(work: Work, dates: readonly PublishedDate[], actorId: string) {
  await forEachYielding(dates, ({ id }) => setPublished(work.db, id, work.at));
  await askForReplies(work, dates, actorId);
}

/**
 * Asks those whom published dates of a series concern for a reply: once, to the next of them. Who is away on the day of a
 * date has answered it, and is not asked. Returns who is asked.
 */
export async function askForReplies(
  work: Work,
  dates: readonly PublishedDate[],
  actorId: string,
): Promise<string[]> {
  const { id } = nextOf(dates, work.at);
  await answerForMembersAway(
    work,
    dates.map((date) => date.id),
  );
  const asked = await whoIsAsked(work, id, actorId);
  const changes = dates.length > 1 ? [{ field: 'eventCount', before: null, after: `${dates.length}` }] : [];
  await addNotifications(
    work.db,
    asked.map((userId) => ({ userId, kind: 'replyOwed' as const, eventId: id, changes })),
    work.at,
  );
  return asked;
}

/** The first date to come, else the first of all. */
export function nextOf<T extends { startsAt: string }>(dates: readonly T[], at: string): T {
  const date = dates.find(({ startsAt }) => startsAt > at) ?? dates[0];
  if (!date) throw new Error('There is no date to ask about.');
  return date;
}

/** What publishing `id` did, with the other dates of its series. The transaction has published it, and is undone. */
export async function publishPreview(
  work: Work,
  id: string,
  dates: Iterable<Planned>,
  actorId: string,
): Promise<ChangePreview> {
  await answerForMembersAway(work, [id]);
  const asked = await whoIsAsked(work, id, actorId);
  const count = { dates: 0, startsInPast: 0, placeTaken: 0 };
  await forEachYielding(dates, async (date) => {
    count.dates += 1;
    if (date.startsAt <= work.at) count.startsInPast += 1;
    count.placeTaken += await countAtPlace(work.db, id, date);
  });
  const { dates: all, ...warnings } = count;
  return previewOf({ ...noEffect, notified: new Set(asked), warnings }, { dates: all });
}

async function whoIsAsked({ db, at }: Work, id: string, actorId: string): Promise<string[]> {
  const asked = (await whoCountsOn(db, id, at)).filter((userId) => userId !== actorId);
  const known = await withAccount(db, asked);
  return asked.filter((userId) => known.has(userId));
}
