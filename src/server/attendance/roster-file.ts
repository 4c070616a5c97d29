// The roster of an event as a file: replies, notes, attendance and payments, for those who run it.

import { decimalsOf } from '../../contract/values/currencies.ts';
import type { AttendanceStatus, PaymentState, RegistrationState } from '../../contract/values/enums.ts';
import { limits } from '../../contract/values/limits.ts';
import { addAudit } from '../audit/queries.ts';
import type { Db } from '../db/open.ts';
import { findEventFor } from '../events/answer-queries.ts';
import { Problem } from '../http/problem.ts';
import { type PersonPayment, paymentsByPerson } from '../payments/queries.ts';
import { isPaid } from '../payments/rules.ts';
import { csvOf } from '../text/csv.ts';
import { t } from '../words/t.ts';
import { canExportRoster } from './policy.ts';
import { listPeople } from './queries.ts';
import { byName, itemOf } from './rules.ts';

type Words<Key extends string> = Record<Key, () => string>;

const replies: Words<RegistrationState> = {
  confirmed: () => t('Going'),
  tentative: () => t('Maybe'),
  declined: () => t("Can't go"),
  waitlisted: () => t('On the waitlist'),
  pendingApproval: () => t('Asked for a place'),
  pendingPayment: () => t('Has not paid yet'),
  offered: () => t('Was offered a place'),
  cancelledByAttendee: () => t('Cancelled'),
  cancelledByOrganizer: () => t('Without a place'),
  rejected: () => t('Not accepted'),
  offerExpired: () => t('Time ran out'),
  holdExpired: () => t('Time ran out'),
};

const statuses: Words<AttendanceStatus> = {
  present: () => t('Here'),
  late: () => t('Late'),
  excused: () => t('Excused'),
  absent: () => t('Absent'),
};

const payments: Words<PaymentState> = {
  requiresPayment: () => t('Not paid yet'),
  requiresAction: () => t('Waiting for bank approval'),
  processing: () => t('On its way'),
  failed: () => t("Hasn't gone through yet"),
  succeeded: () => t('Paid'),
  offlineReceived: () => t('Paid in cash'),
  offlineDue: () => t('Will pay in cash'),
  waived: () => t('For free'),
  canceled: () => t('Payment cancelled'),
  expired: () => t('Time ran out'),
};

/** While a person pays their newest payment, else the one that paid for the place, else the newest. */
const shownPayment = (newestFirst: readonly PersonPayment[], reply: RegistrationState | null) =>
  (reply === 'pendingPayment'
    ? undefined
    : newestFirst.find((one) => isPaid(one.state) && one.amount_minor > one.refunded_minor)) ??
  newestFirst[0];

/** Throws not_found, gone, or not_permitted for someone who does not run the event. The audit log names the reader. */
export async function rosterFile(
  db: Db,
  { eventId, userId }: { eventId: string; userId: string },
  now: Date,
): Promise<string> {
  const { role, event } = await findEventFor(db, { id: eventId, userId }, now);
  if (!canExportRoster(role))
    throw new Problem('not_permitted', t('Only the people who run this event can export its roster.'));
  const rows = await listPeople(db, { eventId, visitingCoachId: null }, limits.unmarkedShown + 1);
  const unmarked = rows.filter(({ status }) => status === null);
  const cut = new Set(unmarked.slice(limits.unmarkedShown));
  const paid = await paymentsByPerson(db, eventId);
  await addAudit(db, {
    actorId: userId,
    action: 'roster.exported',
    objectKind: 'event',
    objectId: eventId,
    at: now.toISOString(),
  });
  const tookPlace = !['EventCancelled', 'EventPostponed'].includes(event.event_status);
  const lines = rows
    .filter((row) => !cut.has(row))
    .sort(byName)
    .map((row) => {
      const { user, isGuest, reply, note, status, minutesLate, reason } = itemOf(row, true);
      const isNoShow = tookPlace && status === 'absent' && reply === 'confirmed';
      const payment = shownPayment(paid.get(user.id) ?? [], row.state);
      const amountOf = (minor: number) => payment && minor / 10 ** decimalsOf(payment.currency);
      return [
        user.name,
        reply ? replies[reply]() : isGuest ? null : t('No answer'),
        note,
        isNoShow ? t('Absent, had said yes') : status && statuses[status](),
        minutesLate,
        reason,
        payment ? payments[payment.state]() : null,
        amountOf(payment?.amount_minor ?? 0) ?? null,
        amountOf(payment?.refunded_minor ?? 0) ?? null,
        payment?.currency ?? null,
        isGuest ? t('Yes') : t('No'),
      ];
    });
  const header = [
    t('Name'),
    t('Reply'),
    t('Note'),
    t('Attendance'),
    t('Minutes late'),
    t('Reason'),
    t('Payment'),
    t('Amount'),
    t('Refunded'),
    t('Currency'),
    t('Guest'),
  ];
  const missing =
    cut.size > 0
      ? [
          t('These are {count} people. The event has more than fit here.', {
            count: lines.length,
          }),
        ]
      : [];
  return csvOf([header, ...lines, ...missing.map((text) => [text])]);
}
