// Checking in by the code that a coach's device shows. It changes no reply.
import { v7 as uuid } from 'uuid';
import type { Answer } from '../../contract/api.ts';
import { gone } from '../events/answer-queries.ts';
import { replyStatus, stateNow } from '../events/can-rules.ts';
import { findMyEvent, type MyDetailRow } from '../events/detail-queries.ts';
import { canSeeEvent } from '../events/policy.ts';
import { type EventRole, roleOf } from '../events/role-rules.ts';
import { lockMemberships } from '../groups/members/member-queries.ts';
import { invalid, notFound, Problem } from '../http/problem.ts';
import type { Tx } from '../registrations/change-queries.ts';
import { lockEventRow } from '../registrations/queries.ts';
import { t } from '../words/t.ts';
import { checkCode, comesAs, keyOf, takesCheckIns } from './check-in-rules.ts';
import { countWalkIns, insertMarks, listMarksOf } from './queries.ts';
import { markOf } from './rules.ts';

type CheckIn = { eventId: string; userId: string; token: string; authSecret: Uint8Array };
type CheckedIn = Answer<'POST /api/events/{id}/check-in'>;

/** Throws not_found, gone, validation_failed for a code that is not accepted, or not_permitted for who has to ask the coach. */
export async function checkIn(tx: Tx, { eventId, userId, token, authSecret }: CheckIn): Promise<CheckedIn> {
  const { db, dialect, at } = tx;
  await lockMemberships(db, dialect, userId, 'read');
  // Lock, so that two people cannot take the last place.
  await lockEventRow(db, dialect, eventId);
  const event = await findMyEvent(db, { id: eventId, userId, now: at, bornBy: '' });
  if (!event) throw notFound('event');
  const role = roleOf(event);
  if (!canSeeEvent(event, role, replyStatus(event, event, at))) throw notFound('event');
  if (event.removed_at !== null) throw gone();
  const code = checkCode(keyOf(authSecret, eventId), token, new Date(at));
  if (code === 'wrong') throw wrongCode();
  const [known] = await listMarksOf(db, eventId, userId, 1);
  // Before the other rules: the answer to a first check-in may be lost, and a coach marks people at full events, too.
  if (known?.status === 'present' || known?.status === 'late')
    return { ...markOf(known), isWalkIn: stateNow(event, at) !== 'confirmed' };
  if (code === 'old') throw oldCode();
  if (!takesCheckIns(event, at)) throw askCoach();
  const isWalkIn = await comesIn(tx, event, role);
  const mark = {
    id: uuid(),
    personId: userId,
    status: 'present' as const,
    minutesLate: null,
    reason: null,
    occurredAt: at,
  };
  await insertMarks(db, [mark], { eventId, markedBy: null, source: 'selfQr', at });
  const [added] = await listMarksOf(db, eventId, userId, 1);
  if (!added) throw new Error('A mark was written and is not there.');
  return { ...markOf(added), isWalkIn };
}

const wrongCode = () =>
  invalid({ path: 'token', code: 'code_unknown', message: t("This code isn't for this event.") });

const oldCode = () =>
  invalid({
    path: 'token',
    code: 'code_expired',
    message: t('This code is old. Scan the one on the screen now.'),
  });

async function comesIn({ db, at }: Tx, event: MyDetailRow, role: EventRole): Promise<boolean> {
  const walkIns = event.maximum_attendee_capacity === null ? 0 : await countWalkIns(db, event.id, at);
  const comes = comesAs(event, { role, own: event, walkIns }, at);
  if (comes === 'ask') throw askCoach();
  return comes === 'walkIn';
}

const askCoach = () =>
  new Problem('not_permitted', t("You can't check in by yourself here. Show this to your coach."));
