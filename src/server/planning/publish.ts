// Publishes events and asks the members of their teams for a reply. The preview uses the same code.
import type { ChangePreview } from '../../contract/events/planning.ts';
import { absencesOfAway } from '../absences/away-queries.ts';
import { answerForMembersAway } from '../absences/queries.ts';
import { forEachYielding } from '../db/yielding.ts';
import { dayIn } from '../events/rules.ts';
import { addNotifications, filterWithAccount } from '../notifications/queries.ts';
import type { Tx } from '../registrations/change-queries.ts';
import { listPeopleAsked } from '../reminders/queries.ts';
import { countAtPlace, daysOf } from './change/effect-queries.ts';
import { noEffect, previewOf } from './change/effects.ts';
import { setPublished } from './event-queries.ts';
import type { Planned } from './rules.ts';

export type PublishedDate = { id: string; startsAt: string };

/** Publishes locked drafts of one event or one series, and asks for replies. */
export async function publishEvents(tx: Tx, dates: readonly PublishedDate[], actorId: string) {
  await forEachYielding(dates, ({ id }) => setPublished(tx.db, id, tx.at));
  await askForReplies(tx, dates, actorId);
}

/**
 * Asks each member who is asked (`asks` of events/queries.ts) once for a reply to published dates: to the next one on whose day
 * they are not away. An absence has already declined the others. Returns the people who are asked.
 */
export async function askForReplies(
  tx: Tx,
  dates: readonly PublishedDate[],
  actorId: string,
): Promise<string[]> {
  const { id } = nextOf(dates, tx.at);
  await answerForMembersAway(
    tx,
    dates.map((date) => date.id),
  );
  const asked = new Map((await peopleAsked(tx, id, actorId)).map((userId) => [userId, id]));
  const away = await absencesOfAway(tx.db, id);
  if (away.length > 0)
    for (const [userId, date] of await askedOnceBack(tx, {
      away,
      dates: await daysOf(
        tx.db,
        dates.map((date) => date.id),
      ),
      actorId,
    }))
      asked.set(userId, date.id);
  const changes = dates.length > 1 ? [{ field: 'eventCount', before: null, after: `${dates.length}` }] : [];
  await addNotifications(
    tx.db,
    [...asked].map(([userId, eventId]) => ({
      userId,
      kind: 'replyOwed' as const,
      eventId,
      actorId,
      changes,
    })),
    tx.at,
  );
  return [...asked.keys()];
}

type Away = Awaited<ReturnType<typeof absencesOfAway>>;

/** People with an account who are away on the date that others are asked about, each with the first date that they are back on. */
async function askedOnceBack<T extends { startsAt: string; day: string }>(
  { db, at }: Tx,
  { away, dates, actorId }: { away: Away; dates: readonly T[]; actorId: string },
): Promise<[userId: string, date: T][]> {
  const known = await filterWithAccount(
    db,
    away.map((absence) => absence.person_id),
  );
  const ahead = dates.filter(({ startsAt }) => startsAt > at);
  return [...Map.groupBy(away, (absence) => absence.person_id)].flatMap(([userId, absences]) => {
    if (userId === actorId || !known.has(userId)) return [];
    const date = ahead.find(({ day }) => !absences.some((one) => one.from_day <= day && day <= one.to_day));
    return date ? [[userId, date] satisfies [string, T]] : [];
  });
}

/** The next upcoming date, else the first one. */
export function nextOf<T extends { startsAt: string }>(dates: readonly T[], at: string): T {
  const date = dates.find(({ startsAt }) => startsAt > at) ?? dates[0];
  if (!date) throw new Error('There is no date to ask about.');
  return date;
}

/**
 * The effects of publishing `dates`. The transaction has published the one with `id`, about which people are asked, and is
 * rolled back. `stored`: the ids of those dates that are stored, which are no conflict for each other.
 */
export async function publishPreview(
  tx: Tx,
  { id, stored, dates }: { id: string; stored: ReadonlySet<string>; dates: Iterable<Planned> },
  actorId: string,
): Promise<ChangePreview> {
  await answerForMembersAway(tx, [id]);
  const asked = new Set(await peopleAsked(tx, id, actorId));
  const away = await absencesOfAway(tx.db, id);
  const days: { startsAt: string; day: string }[] = [];
  const count = { dates: 0, startsInPast: 0, placeTaken: 0 };
  await forEachYielding(dates, async (date) => {
    count.dates += 1;
    if (date.startsAt <= tx.at) count.startsInPast += 1;
    count.placeTaken += await countAtPlace(tx.db, stored, date);
    if (away.length > 0)
      days.push({ startsAt: date.startsAt, day: dayIn(date.timeZone, new Date(date.startsAt)) });
  });
  for (const [userId] of await askedOnceBack(tx, { away, dates: days, actorId })) asked.add(userId);
  const { dates: all, ...events } = count;
  return previewOf({ ...noEffect, notified: asked, events }, { dates: all });
}

/** No one about an event that has begun: no list would show the notification. */
async function peopleAsked({ db, at }: Tx, id: string, actorId: string): Promise<string[]> {
  const asked = (await listPeopleAsked(db, id, at)).filter((userId) => userId !== actorId);
  const known = await filterWithAccount(db, asked);
  return asked.filter((userId) => known.has(userId));
}
