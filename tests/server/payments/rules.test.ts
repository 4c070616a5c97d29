import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import {
  type MembershipRole,
  type PaymentState,
  paymentStates,
  type RegistrationState,
  refundStates,
  registrationStates,
} from '../../../src/contract/values/enums.ts';
import { groupRolesFrom } from '../../../src/server/groups/rules.ts';
import { canRefund } from '../../../src/server/payments/policy.ts';
import { endOpenPayments, setPaymentState } from '../../../src/server/payments/queries.ts';
import { approveRefund, setRefundState } from '../../../src/server/payments/refunds/refund-queries.ts';
import {
  checkoutMs,
  mismatchOf,
  mustEnd,
  nextCheck,
  nextPaymentState,
  paymentEdges,
  paymentOutcomeOf,
  refundEdges,
  refundLimitOf,
} from '../../../src/server/payments/rules.ts';
import type { CheckoutState } from '../../../src/server/ports/payments/port.ts';
import { paymentHoldMs } from '../../../src/server/registrations/rules.ts';
import { buildEvent, buildPayment, buildRegistration, buildUser } from '../../support/factories.ts';
import { openTestDatabase } from '../../support/server.ts';

const minuteMs = 60_000;
const at = '2026-11-21T10:00:00.000Z';
const later = (ms: number) => new Date(Date.parse(at) + ms).toISOString();

/** Statuses that a transition leads to; in the others a payment or a refund begins. */
const reached = <S extends string>(edges: Record<S, readonly S[]>) => [
  ...new Set(Object.values<readonly S[]>(edges).flat()),
];

const paymentState = fc.constantFrom(...paymentStates);
const checkoutState = fc.constantFrom<CheckoutState>(
  'open',
  'requiresAction',
  'processing',
  'declined',
  'succeeded',
  'closed',
);

describe('the status transitions of a payment', () => {
  test('lead only to known statuses, and never out of paid or waived ones', () => {
    expect(Object.keys(paymentEdges).sort()).toEqual([...paymentStates].sort());
    expect(Object.keys(refundEdges).sort()).toEqual([...refundStates].sort());
    const begins = (states: readonly string[], ends: string[]) => states.filter((one) => !ends.includes(one));
    expect(begins(paymentStates, reached(paymentEdges))).toEqual(['requiresPayment', 'offlineDue']);
    expect(begins(refundStates, reached(refundEdges))).toEqual(['requested']);
    for (const end of ['succeeded', 'offlineReceived', 'waived'] as const)
      expect(paymentEdges[end]).toEqual([]);
  });

  test('follow the edges for any provider reports in any order, and end paid once it was paid', () => {
    fc.assert(
      fc.property(paymentState, fc.array(checkoutState), (start, words) => {
        let state = start;
        for (const word of words) {
          const step = nextPaymentState(state, word);
          if (step !== null) expect(paymentEdges[state]).toContain(step);
          state = step ?? state;
        }
        const isOnline = !['offlineDue', 'offlineReceived', 'waived'].includes(start);
        if (words.includes('succeeded') && isOnline) expect(state).toBe('succeeded');
        if (!words.includes('succeeded') && start !== 'succeeded') expect(state).not.toBe('succeeded');
      }),
    );
  });
});

describe('the database', () => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  beforeEach(async () => {
    database = await openTestDatabase();
  });
  afterEach(() => database.close());
  const newPayment = async (state: PaymentState) => {
    const { db } = database;
    const [event, user] = [await buildEvent(db), await buildUser(db)];
    const registration = await buildRegistration(db, { event_id: event.id, person_id: user.id });
    return { ...(await buildPayment(db, { registration_id: registration.id, state })), registration };
  };

  it('applies only allowed transitions to a payment', async () => {
    const read = (id: string) =>
      database.db.selectFrom('payments').select('state').where('id', '=', id).executeTakeFirstOrThrow();
    for (const from of paymentStates)
      for (const to of reached(paymentEdges)) {
        const { id } = await newPayment(from);
        const isEdge = paymentEdges[from].includes(to);
        expect([from, to, await setPaymentState(database.db, id, to, at)]).toEqual([from, to, isEdge]);
        expect((await read(id)).state).toBe(isEdge ? to : from);
      }
    for (const from of paymentStates)
      for (const to of ['canceled', 'expired'] as const) {
        const { id, registration } = await newPayment(from);
        await endOpenPayments(database.db, registration.id, to, at);
        const { state } = await read(id);
        if (state !== from) expect(paymentEdges[from]).toContain(state);
        // A refund that is in progress at the provider cannot be withdrawn.
        if (from === 'processing') expect(state).toBe('processing');
      }
  });

  it('applies only allowed transitions to a refund', async () => {
    const { db } = database;
    const { id: paymentId } = await newPayment('succeeded');
    for (const from of refundStates)
      for (const to of reached(refundEdges)) {
        const { id } = await approveRefund(
          db,
          { paymentId, provider: 'sandbox', amountMinor: 1, reason: null },
          at,
        );
        await db.updateTable('refunds').set({ state: from }).where('id', '=', id).execute();
        const isEdge = refundEdges[from].includes(to);
        const moved = await setRefundState(db, id, to, { try_after: null }, at);
        expect([from, to, moved]).toEqual([from, to, isEdge]);
        const { state } = await db
          .selectFrom('refunds')
          .select('state')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        expect(state).toBe(isEdge ? to : from);
      }
  });
});

describe('a checkout of the provider that is ours', () => {
  const ours = { id: 'p1', amount_minor: 1250, currency: 'EUR', provider_ref: 'cs_1' };
  const theirs = { ref: 'cs_1', paymentId: 'p1', amountMinor: 1250, currency: 'EUR' };
  it.each([
    [{}, null],
    [{ paymentId: 'p2' }, 'owner'],
    [{ paymentId: null }, 'owner'],
    [{ ref: 'cs_2' }, 'checkout'],
    [{ amountMinor: 1249 }, 'amount'],
    [{ amountMinor: 125_000 }, 'amount'],
    [{ currency: 'USD' }, 'currency'],
  ])('%j: %s', (change, mismatch) => {
    expect(mismatchOf(ours, { ...theirs, ...change })).toBe(mismatch);
  });
});

describe('a successful payment', () => {
  const placing = (
    state: RegistrationState | null,
    given: Partial<Parameters<typeof paymentOutcomeOf>[0]> = {},
  ) =>
    paymentOutcomeOf({
      state,
      isPaidFor: false,
      isOwed: false,
      isOn: true,
      isFree: true,
      isWelcome: true,
      ...given,
    });

  it('confirms a held place, restores an expired one if free, and otherwise is refunded', () => {
    const leadsTo = Object.fromEntries(
      registrationStates.map((state) => [
        state,
        [placing(state), placing(state, { isFree: false })].map((one) =>
          typeof one === 'string' ? one : 'refund',
        ),
      ]),
    );
    const back = ['refund', 'refund'];
    expect(leadsTo).toEqual({
      pendingPayment: ['confirm', 'confirm'],
      offered: ['confirm', 'confirm'],
      confirmed: back,
      holdExpired: ['confirm', 'refund'],
      offerExpired: ['confirm', 'refund'],
      tentative: back,
      declined: back,
      pendingApproval: back,
      rejected: back,
      waitlisted: back,
      cancelledByAttendee: back,
      cancelledByOrganizer: back,
    });
    expect(placing(null)).toEqual({ refund: expect.any(String) });
  });

  it('stays for a confirmed place if it was still due, and otherwise refunded', () => {
    expect(placing('confirmed', { isOwed: true })).toBe('keep');
    expect(placing('confirmed')).toEqual({ refund: expect.stringContaining('nothing to pay') });
    for (const given of [{ isPaidFor: true }, { isOn: false }])
      expect(placing('confirmed', { isOwed: true, ...given })).toEqual({ refund: expect.any(String) });
  });

  it('is refunded when the event is cancelled, and when the place was already paid for', () => {
    for (const state of registrationStates)
      expect(placing(state, { isOn: false })).toEqual({ refund: expect.any(String) });
    expect(placing('confirmed', { isPaidFor: true })).toEqual({
      refund: expect.stringContaining('paid for'),
    });
    // Paid once, given up after the deadline, taken and paid again: that is a payment of its own.
    expect(placing('pendingPayment', { isPaidFor: true })).toBe('confirm');
  });
});

describe('a checkout', () => {
  it('ends before the hold of its place', () => {
    expect([paymentHoldMs, checkoutMs]).toEqual([35 * minuteMs, 31 * minuteMs]);
    const place = { state: 'pendingPayment' as const, holdExpiresAt: later(90_000) };
    expect(mustEnd({ state: 'requiresPayment' }, place, later(-1))).toBe(false);
    expect(mustEnd({ state: 'requiresPayment' }, place, at)).toBe(true);
    expect(mustEnd({ state: 'canceled' }, { ...place, holdExpiresAt: later(minuteMs * 30) }, at)).toBe(true);
    for (const state of registrationStates.filter((one) => one !== 'pendingPayment'))
      expect(mustEnd({ state: 'requiresPayment' }, { state, holdExpiresAt: null }, at)).toBe(true);
  });

  it('is checked again within ten minutes, and in time to end it before its hold', () => {
    fc.assert(
      fc.property(fc.option(fc.integer({ min: 0, max: 120 * minuteMs })), (leftMs) => {
        const waitMs = Date.parse(nextCheck(leftMs === null ? null : later(leftMs), at)) - Date.parse(at);
        expect(waitMs).toBeGreaterThanOrEqual(30_000);
        expect(waitMs).toBeLessThanOrEqual(10 * minuteMs);
        if (leftMs !== null && leftMs >= 2 * minuteMs) expect(waitMs).toBeLessThanOrEqual(leftMs - 90_000);
      }),
    );
  });
});

test("the refund deadline of a payment moves with its event only in the payer's favour", () => {
  const policy = { refundUntil: 'P2D', promisedUntil: '2026-11-26T10:00:00.000Z' };
  const limit = (starts_at: string) => refundLimitOf(policy, { starts_at, time_zone: 'UTC' });
  expect(limit('2026-11-28T10:00:00.000Z')).toBe('2026-11-26T10:00:00.000Z');
  expect(limit('2026-11-27T10:00:00.000Z')).toBe('2026-11-26T10:00:00.000Z');
  expect(limit('2026-12-05T10:00:00.000Z')).toBe('2026-12-03T10:00:00.000Z');
  expect(refundLimitOf({}, { starts_at: at, time_zone: 'UTC' })).toBeNull();
});

describe('who may refund', () => {
  const groupRoles = (roles: Partial<Record<'team' | 'club', MembershipRole>>) =>
    groupRolesFrom('me', [
      ...(roles.team ? [{ ...none, team_id: 'team', role: roles.team }] : []),
      ...(roles.club ? [{ ...none, organization_id: 'club', role: roles.club }] : []),
    ]);
  const none = { team_id: null, organization_id: null, team_organization_id: null, is_active: 1 as const };
  const mine = { owner_team_id: null, organizer_organization_id: null, organizer_user_id: 'me' };
  const ofTeam = { ...mine, owner_team_id: 'team' };
  const ofOrganization = { ...mine, organizer_organization_id: 'club', organizer_user_id: null };
  const ofClub = [{ id: 'team', organizationId: 'club' }];
  const independent = [{ id: 'team', organizationId: null }];
  const visiting = { id: 'other', organizationId: null };

  it('canRefund allows the owner: the person, the coaches of an independent team, those who run the organization', () => {
    expect(canRefund(mine, [], groupRoles({}))).toBe(true);
    expect(canRefund(ofTeam, independent, groupRoles({}))).toBe(false);
    expect(canRefund(ofTeam, independent, groupRoles({ team: 'coach' }))).toBe(true);
    expect(canRefund(ofTeam, ofClub, groupRoles({ team: 'coach' }))).toBe(false);
    expect(canRefund(ofTeam, ofClub, groupRoles({ club: 'admin' }))).toBe(true);
    expect(canRefund(ofOrganization, [], groupRoles({ club: 'coach' }))).toBe(false);
    expect(canRefund(ofOrganization, [], groupRoles({ club: 'admin' }))).toBe(true);
  });

  it('canRefund refuses the organizing organization and the coaches of a visiting team, where another team owns the event', () => {
    const organized = { ...ofOrganization, owner_team_id: 'team' };
    expect(canRefund(organized, independent, groupRoles({ club: 'owner' }))).toBe(false);
    expect(canRefund(organized, independent, groupRoles({ team: 'coach' }))).toBe(true);
    const elsewhere = [{ id: 'team', organizationId: 'other club' }];
    expect(canRefund(organized, elsewhere, groupRoles({ club: 'owner' }))).toBe(false);
    const visited = { ...ofTeam, owner_team_id: 'other' };
    expect(canRefund(visited, [visiting, ...independent], groupRoles({ team: 'owner' }))).toBe(false);
    expect(canRefund(visited, [visiting, ...ofClub], groupRoles({ club: 'owner' }))).toBe(false);
  });
});
