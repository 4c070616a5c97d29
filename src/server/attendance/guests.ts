// Guests: people without an account, added at an event by name and marked in the same step.
import type { MarkOutcome } from '../../contract/events/attendance.ts';
import { limits } from '../../contract/values/limits.ts';
import { insertPeople } from '../groups/members/managed-queries.ts';
import { invalid, Problem } from '../http/problem.ts';
import type { Tx } from '../registrations/change-queries.ts';
import { lockEventRow } from '../registrations/queries.ts';
import { t } from '../words/t.ts';
import { countGuests, findGuest, firstMarkOf, insertGuest } from './guest-queries.ts';
import { type GivenMark, type Marker, markPeople, outcomeOf } from './marks.ts';
import { canAddGuests } from './policy.ts';
import { findPeople } from './queries.ts';

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
  const { eventId, userId, role } = marker;
  if (!canAddGuests(role))
    throw new Problem(
      'not_permitted',
      t('Only coaches and assistants of the team that owns this event add guests.'),
    );
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
  // A guest who was joined with a member has no name of their own any more.
  const isSame = guest.event_id === eventId && (guest.joined_id !== null || guest.name === name);
  if (!isSame) throw otherPerson();
  const personId = guest.joined_id ?? guest.id;
  const first = await firstMarkOf(db, eventId, personId);
  const rows = await findPeople(db, { eventId, visitingCoachId: null }, [personId]);
  return outcomeOf(rows.get(personId), first?.id ?? '', marker);
}

const otherPerson = () => new Problem('not_permitted', t('Another person has this id.'));
