// Guests: people without an account, added at an event by name and marked in the same step, and later joined with a member.
import type { AttendanceItem, MarkOutcome } from '../../contract/events/attendance.ts';
import { limits } from '../../contract/values/limits.ts';
import { addAudit } from '../audit/queries.ts';
import { insertPeople } from '../groups/members/managed-queries.ts';
import { invalid, notFound, Problem } from '../http/problem.ts';
import type { Tx } from '../registrations/change-queries.ts';
import { lockEventRow } from '../registrations/queries.ts';
import { t } from '../words/t.ts';
import { countGuests, findGuest, firstMarkOf, insertGuest, lockGuests, moveGuest } from './guest-queries.ts';
import { type GivenMark, type Marker, markPeople, outcomeOf } from './marks.ts';
import { canMarkEveryone } from './policy.ts';
import { findPeople, markablePeople } from './queries.ts';
import { itemOf, marksOpenAt } from './rules.ts';

type NewGuest = Omit<GivenMark, 'personId'> & { id: string; name: string; sentAt?: string | undefined };

/**
 * Adds and marks a guest. Sent again, it changes nothing. `count` counts the addition for the day. Throws not_permitted,
 * validation_failed or rate_limited.
 */
export async function addGuest(
  tx: Tx,
  marker: Marker,
  { id, name, sentAt, ...mark }: NewGuest,
  count: () => Promise<void>,
): Promise<MarkOutcome> {
  const { eventId, userId } = marker;
  requireGuests(marker);
  await lockGuests(tx.db, tx.dialect, [id], 'share');
  const known = await findGuest(tx.db, id);
  if (known) return knownGuest(tx, marker, known, name);
  await count();
  await lockEventRow(tx.db, tx.dialect, eventId);
  if ((await countGuests(tx.db, eventId)) >= limits.guestsMax)
    throw invalid({
      path: 'name',
      code: 'too_many',
      message: t('An event can have {max} guests at most', { max: limits.guestsMax }),
    });
  const added = await insertPeople(tx.db, [{ id, name, birthYear: null, guardianEmail: null }], tx.at);
  if (!added.has(id)) throw otherPerson();
  await insertGuest(tx.db, { id, eventId, addedBy: userId, at: tx.at });
  const marks = [{ ...mark, personId: id }];
  const [outcome] = await markPeople(tx, marker, { marks, sentAt }, (_, field) => field);
  if (!outcome) throw new Error('One mark has one outcome.');
  return outcome;
}

async function knownGuest(
  { db }: Tx,
  marker: Marker,
  guest: NonNullable<Awaited<ReturnType<typeof findGuest>>>,
  name: string,
): Promise<MarkOutcome> {
  const { eventId } = marker;
  // A guest who was joined with a member has no name of their own, so only the event is compared.
  const isSame = guest.event_id === eventId && (guest.joined_id !== null || guest.name === name);
  if (!isSame) throw otherPerson();
  const personId = guest.joined_id ?? guest.id;
  const first = await firstMarkOf(db, eventId, personId);
  const rows = await findPeople(db, { eventId, visitingCoachId: null }, [personId]);
  return outcomeOf(rows.get(personId), first?.id ?? '', marker);
}

function requireGuests({ role }: Marker): void {
  if (canMarkEveryone(role)) return;
  throw new Problem(
    'not_permitted',
    t('Only coaches and assistants of the team that owns this event can add guests.'),
  );
}

/**
 * Joins a guest with a person of the event, who gets the marks. Sent again, it changes nothing. Throws not_found,
 * not_permitted for a guest who was joined with someone else, or validation_failed.
 */
export async function joinGuest(
  tx: Tx,
  marker: Marker,
  { guestId, memberId }: { guestId: string; memberId: string },
): Promise<AttendanceItem> {
  const { db, dialect, at } = tx;
  const { eventId, userId, event, seesNotes } = marker;
  requireGuests(marker);
  await lockGuests(db, dialect, [guestId, memberId], 'change');
  const guest = await findGuest(db, guestId);
  if (guest?.event_id !== eventId) throw notFound('person');
  if (guest.joined_id !== null && guest.joined_id !== memberId)
    throw new Problem('not_permitted', t('This guest was already joined with someone else.'));
  if (guest.joined_id === null) {
    const people = await markablePeople(db, marker, [memberId], marksOpenAt(event));
    if (people.get(memberId) !== memberId || (await findGuest(db, memberId)))
      throw invalid({
        path: 'memberId',
        code: 'unknown_person',
        message: t("This person isn't part of this event"),
      });
    await moveGuest(db, { id: guestId, memberId });
    await addAudit(db, {
      actorId: userId,
      action: 'guest.joined',
      objectKind: 'event',
      objectId: eventId,
      before: { personId: guestId },
      after: { personId: memberId },
      at,
    });
  }
  const row = (await findPeople(db, { eventId, visitingCoachId: null }, [memberId])).get(memberId);
  if (!row) throw notFound('person');
  return itemOf(row, seesNotes);
}

const otherPerson = () => new Problem('not_permitted', t('Another person has this id.'));
