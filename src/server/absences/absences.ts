// Adds, changes and ends absences, and updates the person's replies in the same transaction.
import type { AbsenceAnswer, AbsenceEffect } from '../../contract/events/absences.ts';
import { limits } from '../../contract/values/limits.ts';
import { lockWriter } from '../accounts/account-deletion-queries.ts';
import { forEachYielding } from '../db/yielding.ts';
import { dayIn } from '../events/rules.ts';
import { lockMemberships } from '../groups/members/member-queries.ts';
import { invalid, notFound, Problem, staleVersion } from '../http/problem.ts';
import { answerForAbsence, lockEventRows, type Tx } from '../registrations/absence-queries.ts';
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
import { absenceOf, type Days, daysError, daysOfRow, earliestToday, isCovered, lastDayOf } from './rules.ts';

const notPermitted = (detail: string) => new Problem('not_permitted', detail);
const noEffect = (): AbsenceEffect => ({ answered: 0, placesGivenUp: 0, reopened: 0, held: [] });

/** The person who is away, and the instant of their decision, as stored. */
export type AbsenceContext = { personId: string; decidedAt: string };

/** Adds an absence and declines the events on its days. Idempotent for the same id. */
export async function addAbsence(
  tx: Tx,
  { personId, decidedAt }: AbsenceContext,
  { id, ...given }: Days & { id: string; note: string | null },
): Promise<AbsenceAnswer> {
  const { db, dialect, at } = tx;
  await lockWriter(dialect, db, personId);
  const known = await findAbsence(db, id);
  if (known && known.person_id !== personId) throw notPermitted(t('Another absence has this id.'));
  if (known) return { ...absenceOf(known), ...noEffect() };
  const error = daysError(given, decidedAt);
  if (error) throw invalid(error);
  if ((await countCurrent(db, personId, earliestToday(at))) >= limits.absencesMax)
    throw notPermitted(
      t("You have {max} absences ahead of you, and you can't have more. End one first.", {
        max: limits.absencesMax,
      }),
    );
  await lockMemberships(db, dialect, personId, 'read');
  const ids = (await eventsAsking(db, personId, given, at)).map((event) => event.id);
  await lockEventRows(db, dialect, ids);
  const absence = await insertAbsence(db, { id, personId, ...given }, at);
  if (!absence) throw notPermitted(t('Another absence has this id.'));
  return { ...absenceOf(absence), ...(await answerDays(tx, absence, decidedAt, { locked: ids })) };
}

/** Changes days or note. Throws not_found, stale_version, not_permitted for an ended absence, or validation_failed. */
export async function changeAbsence(
  tx: Tx,
  { personId, decidedAt }: AbsenceContext,
  id: string,
  change: {
    version?: number;
    from?: string | undefined;
    to?: string | undefined;
    note?: string | null | undefined;
  },
): Promise<AbsenceAnswer> {
  const { db, dialect, at } = tx;
  const stored = await ownAbsence(tx, id, personId);
  if (change.version !== undefined && stored.version !== change.version)
    throw staleVersion({ ...absenceOf(stored), ...noEffect() });
  if (stored.ended_at !== null) throw notPermitted(t('This absence has ended. Add a new one.'));
  const before = daysOfRow(stored);
  const { from = before.from, to = before.to, note = stored.note } = change;
  const error = daysError({ from, to }, decidedAt, before);
  if (error) throw invalid(error);
  await lockMemberships(db, dialect, personId, 'read');
  const asking = (await eventsAsking(db, personId, { from, to }, at)).map((event) => event.id);
  const ids = [...new Set([...asking, ...(await eventsAnsweredBy(db, id))])];
  await lockEventRows(db, dialect, ids);
  const absence = await updateAbsence(db, id, { from, to, note, endedAt: null }, at);
  const reopened = await reopenUncovered(tx, { absenceId: id });
  const effect = await answerDays(tx, absence, decidedAt, { locked: ids, butNot: before });
  return { ...absenceOf(absence), ...effect, reopened };
}

/** Ends an absence now. Idempotent. Throws not_found. */
export async function endAbsence(tx: Tx, personId: string, id: string): Promise<AbsenceAnswer> {
  const { db, dialect, at } = tx;
  const stored = await ownAbsence(tx, id, personId);
  if (stored.ended_at !== null) return { ...absenceOf(stored), ...noEffect() };
  await lockEventRows(db, dialect, await eventsAnsweredBy(db, id));
  const { from, to } = daysOfRow(stored);
  const today = dayIn(await zoneOf(db, personId), new Date(at));
  const ended = { from, to: lastDayOf({ from, to }, today), note: stored.note, endedAt: at };
  const absence = await updateAbsence(db, id, ended, at);
  const reopened = await reopenUncovered(tx, { absenceId: id });
  return { ...absenceOf(absence), ...noEffect(), reopened };
}

/** Ends and deletes an absence. Throws not_found. */
export async function removeAbsence(tx: Tx, personId: string, id: string): Promise<void> {
  await endAbsence(tx, personId, id);
  await deleteAbsence(tx.db, id);
}

async function ownAbsence({ db, dialect }: Tx, id: string, personId: string): Promise<AbsenceRow> {
  await lockWriter(dialect, db, personId);
  const stored = await findAbsence(db, id);
  if (stored?.person_id !== personId) throw notFound('absence');
  return stored;
}

/** Declines the locked events on the days of an absence, except on its previous days, `butNot`. */
async function answerDays(
  tx: Tx,
  absence: AbsenceRow,
  respondedAt: string,
  { locked, butNot }: { locked: readonly string[]; butNot?: Days },
): Promise<AbsenceEffect> {
  const { id: absenceId, person_id: personId } = absence;
  const effect = noEffect();
  const isLocked = new Set(locked);
  // Read again under the locks: an event may have been moved or cancelled meanwhile.
  const asking = (await eventsAsking(tx.db, personId, daysOfRow(absence), tx.at)).filter(
    ({ id, starts_on: day }) => isLocked.has(id) && !(butNot && isCovered(day, butNot)),
  );
  await forEachYielding(asking, async ({ id, name, starts_at: startsAt, time_zone: timeZone }) => {
    const became = await answerForAbsence(tx, id, { personId, absenceId, respondedAt });
    if (became === 'held') effect.held.push({ eventId: id, name, startsAt, timeZone });
    if (became === 'answered' || became === 'gaveUpPlace') effect.answered += 1;
    if (became === 'gaveUpPlace') effect.placesGivenUp += 1;
  });
  return effect;
}
