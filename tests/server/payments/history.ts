// One history: four people, an event with one place or two and a waitlist, and whatever they, the organizer, the provider, the
// clock and bad luck do. Ends when everything has come to rest, and says what is wrong then.
import fc from 'fast-check';
import type { PaymentState } from '../../../src/contract/words.ts';
import type { Deps } from '../../../src/server/deps.ts';
import { Problem } from '../../../src/server/http/problem.ts';
import { beginPayment } from '../../../src/server/payments/begin.ts';
import { carryOutRefunds } from '../../../src/server/payments/carry-out.ts';
import { decideRefund } from '../../../src/server/payments/decide.ts';
import { checkDuePayments } from '../../../src/server/payments/jobs.ts';
import { paymentEdges } from '../../../src/server/payments/rules.ts';
import { receiveWebhook } from '../../../src/server/payments/webhook.ts';
import { endDueHolds } from '../../../src/server/registrations/jobs.ts';
import { changeRegistration } from '../../../src/server/registrations/manage.ts';
import { refundEveryone } from '../../../src/server/registrations/money-queries.ts';
import { reply } from '../../../src/server/registrations/reply.ts';
import { openScene, type Work } from '../../../src/server/registrations/seats.ts';
import { buildEvent, buildOffer } from '../../support/factories.ts';
import type { Counter, Deed } from './counter.ts';
import { type Armed, type Fault, faults, Mishap } from './faults.ts';

const price = 1250;
const minuteMs = 60_000;

export type Step =
  | { do: 'attend' | 'cancel' | 'begin' | 'family' | 'cash' | 'remove'; who: number }
  | { do: 'act'; who: number; which: number; deed: Deed }
  | { do: 'news'; which: number }
  | { do: 'refund'; who: number; minor: number }
  | { do: 'wait'; minutes: number }
  | { do: 'jobs' | 'arrive' | 'cancelEvent' }
  | { do: 'fault'; fault: Fault }
  | { do: 'together'; steps: Step[] };

const who = fc.nat({ max: 3 });
const which = fc.nat({ max: 5 });
const deed = fc.constantFrom<Deed>(
  'succeeded',
  'succeeded',
  'succeeded',
  'declined',
  'requiresAction',
  'processing',
);
const single: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('attend' as const), who }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('begin' as const), who }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('act' as const), who, which, deed }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('news' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), who }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('cash' as const, 'remove' as const, 'family' as const), who }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      who,
      minor: fc.integer({ min: 1, max: 600 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      minutes: fc.constantFrom(1, 5, 11, 31, 34, 36, 80),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('jobs' as const, 'arrive' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('fault' as const), fault: fc.constantFrom(...faults) }),
  },
);

/** Someone comes, opens the checkout and pays, which nobody has told us of yet. */
const visit: fc.Arbitrary<Step[]> = fc
  .tuple(who, fc.constantFrom<Deed>('succeeded', 'succeeded', 'processing'))
  .map(([one, how]) => [
    { do: 'attend', who: one },
    { do: 'begin', who: one },
    { do: 'act', who: one, which: 0, deed: how },
  ]);
/** Someone opens a second checkout and pays at both. */
const twice: fc.Arbitrary<Step[]> = fc
  .tuple(who, fc.constantFrom('cash' as const, 'family' as const))
  .map(([one, other]) => [
    { do: 'attend', who: one },
    { do: 'begin', who: one },
    { do: other, who: one },
    { do: 'act', who: one, which: 0, deed: 'succeeded' },
    { do: 'act', who: one, which: 1, deed: 'succeeded' },
  ]);
const together = fc.record({
  do: fc.constant('together' as const),
  steps: fc.array(single, { minLength: 2, maxLength: 4 }),
});

export type History = { capacity: number; steps: Step[] };

/** Up to some 40 steps, some of them at the same moment; sometimes, late, the event is cancelled. */
export const histories: fc.Arbitrary<History> = fc.record({
  capacity: fc.constantFrom(1, 1, 2),
  steps: fc
    .tuple(
      fc.array(
        fc.oneof(
          { weight: 6, arbitrary: single.map((step) => [step]) },
          { weight: 1, arbitrary: together.map((step): Step[] => [step]) },
          { weight: 2, arbitrary: visit },
          { weight: 1, arbitrary: twice },
        ),
        { minLength: 3, maxLength: 22, size: 'max' },
      ),
      fc.oneof(
        { weight: 5, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: fc.integer({ min: 1, max: 8 }) },
      ),
    )
    .map(([parts, cancelAt]): Step[] =>
      cancelAt === null ? parts.flat() : parts.flat().toSpliced(-cancelAt, 0, { do: 'cancelEvent' }),
    ),
});

export type World = {
  deps: Deps;
  counter: Counter;
  armed: Armed;
  people: { id: string }[];
  coach: { id: string };
  organization: string;
  wait(ms: number): void;
};

/** Lives through a history and returns what is wrong, in words; nothing when all is well. */
export async function live(world: World, { capacity, steps }: History): Promise<string[]> {
  const { deps, counter, armed, people } = world;
  const { db } = deps.database;
  armed.next = null;
  const startsAt = new Date(deps.now().getTime() + 9 * 24 * 60 * minuteMs).toISOString();
  const event = await buildEvent(db, {
    starts_at: startsAt,
    maximum_attendee_capacity: capacity,
    waitlist_enabled: 1,
    organizer_organization_id: world.organization,
    created_by: null,
  });
  const { id: offerId } = await buildOffer(db, {
    event_id: event.id,
    price_minor: price,
    accepts_offline: 1,
  });
  const { id: family } = await buildOffer(db, { event_id: event.id, price_minor: 2 * price });
  const firstNews = counter.news.length;
  const found: string[] = [];
  const states = new Map<string, PaymentState>();

  const inScene = (
    userId: string,
    task: (work: Work, scene: NonNullable<Awaited<ReturnType<typeof openScene>>>) => Promise<unknown>,
  ) =>
    deps.database.db.transaction().execute(async (transaction) => {
      const work = { db: transaction, dialect: deps.database.dialect, at: deps.now().toISOString() };
      const scene = await openScene(work, event.id, userId);
      if (scene) await task(work, scene);
    });
  const respond = (userId: string, response: 'attending' | 'cancel') =>
    inScene(userId, (work, scene) =>
      reply(work, scene, {
        by: 'self',
        actorId: userId,
        userId,
        role: 'guest',
        response,
        offerId: response === 'attending' ? offerId : undefined,
        ifFull: 'waitlist',
        respondedAt: work.at,
      }),
    );
  const paymentsOf = (userId: string) =>
    db
      .selectFrom('payments as y')
      .innerJoin('registrations as m', 'm.id', 'y.registration_id')
      .select(['y.id', 'y.provider_ref', 'y.state'])
      .where('m.event_id', '=', event.id)
      .where('m.user_id', '=', userId)
      .orderBy('y.id')
      .execute();
  const person = (at: number) => people[at % people.length]?.id ?? '';

  async function take(step: Step): Promise<unknown> {
    switch (step.do) {
      case 'attend':
        return respond(person(step.who), 'attending');
      case 'cancel':
        return respond(person(step.who), 'cancel');
      case 'begin':
      case 'family':
      case 'cash': {
        const body = { begin: {}, family: { offerId: family }, cash: { provider: 'cash' as const } }[step.do];
        return beginPayment(deps, { eventId: event.id, userId: person(step.who), body });
      }
      case 'act': {
        // Any checkout whose address the person was ever given.
        const refs = (await paymentsOf(person(step.who))).flatMap(({ provider_ref }) => provider_ref ?? []);
        const ref = refs[step.which % Math.max(1, refs.length)];
        return ref && counter.act(ref, step.deed);
      }
      case 'news': {
        const body = counter.news[firstNews + (step.which % Math.max(1, counter.news.length - firstNews))];
        return body && receiveWebhook(deps, counter.provider.name, body, counter.signed(body));
      }
      case 'remove':
        return inScene(person(step.who), (work, scene) =>
          changeRegistration(work, scene, {
            actorId: world.coach.id,
            userId: person(step.who),
            change: { action: 'remove', version: scene.my_version ?? 0 },
          }),
        );
      case 'refund': {
        const paid = (await paymentsOf(person(step.who))).find(({ state }) => state === 'succeeded');
        return (
          paid &&
          decideRefund(deps, { id: paid.id, userId: world.coach.id, body: { amountMinor: step.minor } })
        );
      }
      case 'cancelEvent':
        return inScene(person(0), async (work, scene) => {
          await work.db
            .updateTable('events')
            .set({ event_status: 'EventCancelled' })
            .where('id', '=', event.id)
            .execute();
          await refundEveryone(work.db, scene, work.at);
        });
      case 'wait':
        return world.wait(step.minutes * minuteMs);
      case 'arrive':
        return counter.arrive();
      case 'jobs':
        return jobs(deps);
      case 'fault':
        armed.next = step.fault;
        return;
      case 'together':
        return Promise.all(step.steps.map(attempt));
    }
  }

  async function attempt(step: Step): Promise<void> {
    try {
      await take(step);
    } catch (error) {
      if (!(error instanceof Mishap || error instanceof Problem)) throw error;
    }
  }

  for (const step of steps) {
    await attempt(step);
    await checkSeats();
    await checkSteps();
  }
  armed.next = null;
  // Nothing more happens but the clock: whatever news never came, all must come right by itself.
  for (const minutes of [0, 1, 40, 11, 11, 61, 61]) {
    world.wait(minutes * minuteMs);
    await counter.arrive();
    await jobs(deps);
    await checkSeats();
    await checkSteps();
  }
  await checkRest();
  return found;

  async function checkSeats(): Promise<void> {
    const now = deps.now().toISOString();
    const rows = await db
      .selectFrom('registrations')
      .select(['state', 'hold_expires_at'])
      .where('event_id', '=', event.id)
      .execute();
    const held = rows.filter(
      ({ state, hold_expires_at: until }) =>
        state === 'confirmed' ||
        ((state === 'pendingPayment' || state === 'offered') && until !== null && until > now),
    );
    if (held.length > capacity) found.push(`${held.length} of ${capacity} places are held`);
  }

  async function checkSteps(): Promise<void> {
    const payments = await db
      .selectFrom('payments as y')
      .innerJoin('registrations as m', 'm.id', 'y.registration_id')
      .select(['y.id', 'y.state'])
      .where('m.event_id', '=', event.id)
      .execute();
    for (const { id, state } of payments) {
      const before = states.get(id);
      states.set(id, state);
      if (before && before !== state && !reachable(before).has(state))
        found.push(`a payment went from ${before} to ${state}`);
    }
  }

  async function checkRest(): Promise<void> {
    const taken = await counter.taken([...states.keys()]);
    for (const [at, { id }] of people.entries()) {
      const payments = await paymentsOf(id);
      const ids = payments.map((payment) => payment.id);
      const own = taken.filter(({ paymentId }) => ids.includes(paymentId));
      const kept = own.filter(({ takenMinor, refundedMinor }) => takenMinor > refundedMinor);
      const registration = await db
        .selectFrom('registrations')
        .select('state')
        .where('event_id', '=', event.id)
        .where('user_id', '=', id)
        .executeTakeFirst();
      const { event_status } = await db
        .selectFrom('events')
        .select('event_status')
        .where('id', '=', event.id)
        .executeTakeFirstOrThrow();
      const isOff = event_status === 'EventCancelled';
      if (kept.length > 1) found.push(`person ${at} is charged ${kept.length} times`);
      if (kept.length > 0 && (registration?.state !== 'confirmed' || isOff))
        found.push(`person ${at} paid and is ${registration?.state}${isOff ? ', the event is off' : ''}`);
      const hasPayment = payments.some(({ state }) => state === 'succeeded' || state === 'offlineDue');
      if (registration?.state === 'confirmed' && !isOff && !hasPayment)
        found.push(`person ${at} has a place and no payment`);
      for (const { paymentId, takenMinor, refundedMinor } of own) {
        if (refundedMinor > takenMinor) found.push(`${refundedMinor} of ${takenMinor} were paid back`);
        const state = payments.find((payment) => payment.id === paymentId)?.state;
        if (state !== 'succeeded') found.push(`what was taken stands as ${state}`);
      }
      await checkBooks(ids, own);
    }
  }

  async function checkBooks(
    ids: string[],
    own: { paymentId: string; takenMinor: number; refundedMinor: number }[],
  ): Promise<void> {
    if (ids.length === 0) return;
    const entries = await db
      .selectFrom('ledger_entries')
      .selectAll()
      .where('payment_id', 'in', ids)
      .execute();
    for (const [, parts] of Map.groupBy(entries, (entry) => entry.transaction_id))
      if (parts.reduce((sum, part) => sum + part.amount_minor, 0) !== 0)
        found.push('a transaction is not zero');
    for (const id of ids) {
      const booked = entries
        .filter(({ payment_id, account }) => payment_id === id && account === counter.provider.name)
        .reduce((sum, entry) => sum + entry.amount_minor, 0);
      const truth = own.find(({ paymentId }) => paymentId === id);
      const really = truth ? truth.takenMinor - truth.refundedMinor : 0;
      if (booked !== really) found.push(`the books say ${booked}, the provider ${really}`);
    }
    const waiting = await db
      .selectFrom('payments as y')
      .leftJoin('refunds as r', 'r.payment_id', 'y.id')
      .select(['y.state', 'y.check_after', 'r.state as refund_state', 'r.try_after'])
      .where('y.id', 'in', ids)
      .where('y.provider', '<>', 'offline')
      .execute();
    for (const row of waiting) {
      if (row.check_after !== null) found.push(`a payment that is ${row.state} still waits for its provider`);
      if (row.refund_state !== null && row.refund_state !== 'succeeded')
        found.push(`a refund is left ${row.refund_state}`);
    }
  }
}

async function jobs(deps: Deps): Promise<void> {
  // Twice: what one finds, the other carries out.
  for (let turn = 0; turn < 2; turn += 1)
    for (const job of [endDueHolds, checkDuePayments, carryOutRefunds]) await job(deps).catch(ignoreMishap);
}

function ignoreMishap(error: unknown): void {
  if (!(error instanceof Mishap)) throw error;
}

const closures = new Map<PaymentState, Set<PaymentState>>();

/** Every state that the edges lead to from this one. */
function reachable(from: PaymentState): Set<PaymentState> {
  let reached = closures.get(from);
  if (!reached) {
    reached = new Set(paymentEdges[from]);
    for (const state of reached) for (const next of paymentEdges[state]) reached.add(next);
    closures.set(from, reached);
  }
  return reached;
}
