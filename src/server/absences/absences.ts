// Being away: what adding, changing and ending an absence does to the answers of its person, in one transaction.
import type { AbsenceAnswer, AbsenceEffect } from '../../contract/events/absences.ts';
import { limits } from '../../contract/values/limits.ts';
import { lockPerson } from '../accounts/leaving-queries.ts';
import { forEachYielding } from '../db/yielding.ts';
import { dayIn } from '../events/rules.ts';
import { lockMemberships } from '../groups/members/member-queries.ts';
import { invalid, notFound, Problem, staleVersion } from '../http/problem.ts';
import { answerForAbsence, lockEvents, type Work } from '../registrations/absence-queries.ts';
import { t } from '../words/t.ts';
import {
  type AbsenceRow,
  countCurrent,
  deleteAbsence,
  eventsAnsweredBy,
  eventsAsking,
  findAbsence,
  insertAbsence,
  reopenUncovered,
  updateAbsence,
  zoneOf,
} from './queries.ts';
import {
  absenceOf,
  type Days,
  daysComplaint,
  daysOfRow,
  earliestToday,
  isCovered,
  lastDayOf,
} from './rules.ts';

const refuse = (detail: string) => new Problem('not_permitted', detail);
const noEffect = (): AbsenceEffect => ({ answered: 0, placesGivenUp: 0, reopened: 0, held: [] });

/** Who is away, and when they decided it (an instant as stored). */
export type Deciding = { personId: string; decidedAt: string };

/** Adds an absence and answers for its days. Sent again under the same id it changes nothing. */
export async function addAbsence(
  work: Work,
  { personId, decidedAt }: Deciding,
  { id, ...given }: Days & { id: string; note: string | null },
): Promise<AbsenceAnswer> {
  const { db, dialect, at } = work;
  await lockPerson(dialect, db, personId);
  const known = await findAbsence(db, id);
  if (known && known.person_id !== personId) throw refuse(t('Another absence has this id.'));
  if (known) return { ...absenceOf(known), ...noEffect() };
  const complaint = daysComplaint(given, decidedAt);
  if (complaint) throw invalid(complaint);
  if ((await countCurrent(db, personId, earliestToday(at))) >= limits.absencesMax)
    throw refuse(
      t("You have {max} absences ahead of you, and you can't have more. End one first.", {
        max: limits.absencesMax,
      }),
    );
  await lockMemberships(db, dialect, personId, 'read');
  const ids = (await eventsAsking(db, personId, given, at)).map((event) => event.id);
  await lockEvents(db, dialect, ids);
  const absence = await insertAbsence(db, { id, personId, ...given }, at);
  if (!absence) throw refuse(t('Another absence has this id.'));
  return { ...absenceOf(absence), ...(await answerDays(work, absence, decidedAt, { locked: ids })) };
}

/** Changes days or note. Throws not_found, stale_version, not_permitted for one that was ended, or validation_failed. */
export async function changeAbsence(
  work: Work,
  { personId, decidedAt }: Deciding,
  id: string,
  change: {
    version?: number;
    from?: string | undefined;
    to?: string | undefined;
    note?: string | null | undefined;
  },
): Promise<AbsenceAnswer> {
  const { db, dialect, at } = work;
  const stored = await ownAbsence(work, id, personId);
  if (change.version !== undefined && stored.version !== change.version)
    throw staleVersion({ ...absenceOf(stored), ...noEffect() });
  if (stored.ended_at !== null) throw refuse(t('This absence has ended. Add a new one.'));
  const before = daysOfRow(stored);
  const { from = before.from, to = before.to, note = stored.note } = change;
  const complaint = daysComplaint({ from, to }, decidedAt, before);
  if (complaint) throw invalid(complaint);
  await lockMemberships(db, dialect, personId, 'read');
  const asking = (await eventsAsking(db, personId, { from, to }, at)).map((event) => event.id);
  const ids = [...new Set([...asking, ...(await eventsAnsweredBy(db, id))])];
  await lockEvents(db, dialect, ids);
  const absence = await updateAbsence(db, id, { from, to, note, endedAt: null }, at);
  const reopened = await reopenUncovered(work, { absenceId: id });
  const effect = await answerDays(work, absence, decidedAt, { locked: ids, butNot: before });
  return { ...absenceOf(absence), ...effect, reopened };
}

/** Ends an absence from now on. Ended already, it stays as it is. Throws not_found. */
export async function endAbsence(work: Work, personId: string, id: string): Promise<AbsenceAnswer> {
  const { db, dialect, at } = work;
  const stored = await ownAbsence(work, id, personId);
  if (stored.ended_at !== null) return { ...absenceOf(stored), ...noEffect() };
  await lockEvents(db, dialect, await eventsAnsweredBy(db, id));
  const { from, to } = daysOfRow(stored);
  const today = dayIn(await zoneOf(db, personId), new Date(at));
  const ended = { from, to: lastDayOf({ from, to }, today), note: stored.note, endedAt: at };
  const absence = await updateAbsence(db, id, ended, at);
  const reopened = await reopenUncovered(work, { absenceId: id });
  return { ...absenceOf(absence), ...noEffect(), reopened };
}

/** Ends an absence and forgets it. Throws not_found. */
export async function removeAbsence(work: Work, personId: string, id: string): Promise<void> {
  await endAbsence(work, personId, id);
  await deleteAbsence(work.db, id);
}

async function ownAbsence({ db, dialect }: Work, id: string, personId: string): Promise<AbsenceRow> {
  await lockPerson(dialect, db, personId);
  const stored = await findAbsence(db, id);
  if (stored?.person_id !== personId) throw notFound('absence');
  return stored;
}

/** Answers the locked events on the days of an absence; `butNot` are days that it had before. */
async function answerDays(
  work: Work,
  absence: AbsenceRow,
  respondedAt: string,
  { locked, butNot }: { locked: readonly string[]; butNot?: Days },
): Promise<AbsenceEffect> {
  const { id: absenceId, person_id: personId } = absence;
  const effect = noEffect();
  const isLocked = new Set(locked);
  // Asked for again under the locks: an event may have been moved or cancelled before.
  const asking = (await eventsAsking(work.db, personId, daysOfRow(absence), work.at)).filter(
    ({ id, starts_on: day }) => isLocked.has(id) && !(butNot && isCovered(day, butNot)),
  );
  await forEachYielding(asking, async ({ id, name, starts_at: startsAt, time_zone: timeZone }) => {
    const became = await answerForAbsence(work, id, { personId, absenceId, respondedAt });
    if (became === 'held') effect.held.push({ eventId: id, name, startsAt, timeZone });
    if (became === 'answered' || became === 'gaveUpPlace') effect.answered += 1;
    if (became === 'gaveUpPlace') effect.placesGivenUp += 1;
  });
  return effect;
}
