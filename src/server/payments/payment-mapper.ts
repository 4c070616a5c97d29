// Payments as answers of the API. Does not check permissions.
import type { ManagedPayment, Payment } from '../../contract/events/payments.ts';
import { shownName } from '../people/rules.ts';
import type { ListedPaymentRow, MyPaymentRow } from './queries.ts';
import type { RefundRow } from './refunds/refund-queries.ts';
import { refundReasonText } from './refunds/refund-reason-rules.ts';
import { isPaid, payableStates, policyOf, refundLimitOf, voidRefundStates } from './rules.ts';

const methodOf = (provider: string) => (provider === 'offline' ? ('cash' as const) : ('online' as const));

/** A payment for its payer. The checkout's address is included only while the payment is open. */
export function paymentOf(row: MyPaymentRow, refunds: readonly RefundRow[], at: string): Payment {
  const { receipt_number: number, paid_at: paidAt, checkout_expires_at: expiresAt } = row;
  const policy = policyOf(row.policy);
  const refundableMinor = isPaid(row.state) ? leftOf(row.amount_minor, refunds) : 0;
  const isOpen = payableStates.has(row.state) && (expiresAt === null || expiresAt > at);
  return {
    id: row.id,
    version: row.version,
    state: row.state,
    registrationState: row.registration_state,
    method: methodOf(row.provider),
    amount: { amountMinor: row.amount_minor, currency: row.currency },
    offer: policy.offer ?? null,
    refundUntil: refundLimitOf(policy, row),
    holdExpiresAt: row.registration_state === 'pendingPayment' ? row.hold_expires_at : null,
    checkoutUrl: isOpen ? row.checkout_url : null,
    receipt:
      number === null || paidAt === null
        ? null
        : {
            number,
            paidAt,
            payer: shownName(row.payer_name),
            event: row.event_name,
            startsAt: row.starts_at,
            endsAt: row.ends_at,
            timeZone: row.time_zone,
            organizer: row.organizer_name === null ? null : shownName(row.organizer_name),
            refundedMinor: sumOf(refunds.filter(({ state }) => state === 'succeeded')),
            refundState: refunds.at(-1)?.state ?? null,
          },
    refundableMinor,
    refunds: refunds.map(refundOf),
    can: { askRefund: refundableMinor > 0 && !refunds.some(isAsked) },
  };
}

export type MoneyRights = { refund: boolean; settleCash: boolean; viewerId: string };

/** A payment for an organizer, with the viewer's permissions. */
export function managedPaymentOf(
  row: ListedPaymentRow,
  refunds: readonly RefundRow[],
  { refund, settleCash, viewerId }: MoneyRights,
): ManagedPayment {
  const refundableMinor = isPaid(row.state) ? Math.max(0, row.amount_minor - row.refunded_minor) : 0;
  const own = refunds.filter(({ payment_id }) => payment_id === row.id);
  const isCash = row.provider === 'offline';
  const awaitsCash = row.state === 'offlineDue' || (isCash && own.some(isToBeMade));
  return {
    id: row.id,
    version: row.version,
    payer: { id: row.person_id, name: shownName(row.payer_name), avatarSrc: row.file_path },
    state: row.state,
    method: methodOf(row.provider),
    amount: { amountMinor: row.amount_minor, currency: row.currency },
    offer: policyOf(row.policy).offer ?? null,
    paidAt: row.paid_at,
    receiptNumber: row.receipt_number,
    refundableMinor,
    refunds: own.map(refundOf),
    can: {
      refund: refund && refundableMinor > 0,
      settleCash: settleCash && awaitsCash,
      askRefund: row.person_id === viewerId && refundableMinor > 0 && !own.some(isAsked),
    },
  };
}

function refundOf(row: RefundRow): ManagedPayment['refunds'][number] {
  return {
    id: row.id,
    amountMinor: row.amount_minor,
    state: row.state,
    isAsked: isAsked(row),
    reason: row.reason && refundReasonText(row.reason),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

const sumOf = (refunds: readonly RefundRow[]) => refunds.reduce((sum, one) => sum + one.amount_minor, 0);

/** The amount without an approved refund. */
function leftOf(amountMinor: number, refunds: readonly RefundRow[]): number {
  const isVoid = ({ state }: RefundRow) => (voidRefundStates as readonly string[]).includes(state);
  return Math.max(0, amountMinor - sumOf(refunds.filter((one) => one.approved_at !== null && !isVoid(one))));
}

/** Requested by the payer and not decided. */
export const isAsked = ({ state, approved_at }: RefundRow) => state === 'requested' && approved_at === null;
/** Approved and not made yet. */
export const isToBeMade = ({ state, approved_at }: RefundRow) =>
  state === 'requested' && approved_at !== null;
