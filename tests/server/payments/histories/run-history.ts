// Runs one history: everyone performs its steps, then only the clock runs until nothing is pending. Returns
// the violations during the run and at the end.
import type { Deps } from '../../../../src/server/deps.ts';
import { closedFor } from '../../../../src/server/events/can-rules.ts';
import { Problem } from '../../../../src/server/http/problem.ts';
import { beginPayment } from '../../../../src/server/payments/begin-payment.ts';
import { checkDuePayments } from '../../../../src/server/payments/jobs.ts';
import { decideRefund, settleCash } from '../../../../src/server/payments/payment-decisions.ts';
import { carryOutRefunds } from '../../../../src/server/payments/refunds/process-refunds.ts';
import { receiveWebhook } from '../../../../src/server/payments/webhook.ts';
import { noPersonId } from '../../../../src/server/people/rules.ts';
import { applyEdit, requireEditable } from '../../../../src/server/planning/change/edit.ts';
import type { PlannedEdit } from '../../../../src/server/planning/drafts.ts';
import { offersToPlan } from '../../../../src/server/planning/offer-queries.ts';
import { planningTools } from '../../../../src/server/planning/tools.ts';
import { cancelEvent } from '../../../../src/server/registrations/ending/cancel-event.ts';
import { setRemoved } from '../../../../src/server/registrations/ending/cancel-queries.ts';
import { releaseSeats } from '../../../../src/server/registrations/ending/release-queries.ts';
import { endDueHolds } from '../../../../src/server/registrations/jobs.ts';
import { changeRegistration } from '../../../../src/server/registrations/manage.ts';
import { reply } from '../../../../src/server/registrations/reply.ts';
import { lockEvent, type Tx } from '../../../../src/server/registrations/seats.ts';
import { buildEvent, buildOffer } from '../../../support/factories.ts';
import type { TestProvider } from '../test-providers.ts';
import { type Armed, InjectedFault } from './faults.ts';
import { violationsAtEnd } from './final-invariants.ts';
import type { History, Step } from './history.ts';

const price = 1250;
const minuteMs = 60_000;

export type World = {
  deps: Deps;
  testProvider: TestProvider;
  armed: Armed;
  people: { id: string }[];
  /** Runs the organization, so decides on refunds too. */
  coach: { id: string };
  organization: string;
  wait(ms: number): void;
};

/** Returns descriptions of every violation; empty when all is well. */
export async function runHistory(
  world: World,
  { capacity, startsInHours, steps }: History,
): Promise<string[]> {
  const { deps, testProvider, armed, people, coach } = world;
  const { db } = deps.database;
  armed.next = null;
  const startsAt = deps.now().getTime() + startsInHours * 60 * minuteMs;
  const event = await buildEvent(db, {
    starts_at: new Date(startsAt).toISOString(),
    time_zone: 'UTC',
    maximum_attendee_capacity: capacity,
    waitlist_enabled: 1,
    organizer_organization_id: world.organization,
    created_by: null,
  });
  await buildOffer(db, {
    event_id: event.id,
    price_minor: price,
    accepts_offline: 1,
  });
  await buildOffer(db, { event_id: event.id, price_minor: 2 * price, name: 'Family' });
  const firstWebhookEvent = testProvider.webhookEvents.length;
  const found: string[] = [];

  const withLockedEvent = (
    userId: string,
    task: (work: Tx, scene: NonNullable<Awaited<ReturnType<typeof lockEvent>>>) => Promise<unknown>,
  ) =>
    deps.database.db.transaction().execute(async (transaction) => {
      const work = { db: transaction, dialect: deps.database.dialect, at: deps.now().toISOString() };
      const scene = await lockEvent(work, event.id, userId);
      if (scene) await task(work, scene);
    });
  const offersNow = async () =>
    new Map((await offersToPlan(db, event.id)).map((offer) => [offer.name, offer]));
  const respond = async (userId: string, response: 'attending' | 'cancel') => {
    const offerId = (await offersNow()).get('Adult')?.id;
    return withLockedEvent(userId, (work, scene) =>
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
  };
  const edit = (change: PlannedEdit) =>
    deps.database.db.transaction().execute(async (transaction) => {
      const viewer = {
        userId: coach.id,
        sessionId: '',
        username: 'coach',
        avatarSrc: null,
        isCoach: true,
        signedInAt: deps.now().toISOString(),
        tokenExpiresAtMs: 0,
      };
      const { tx, stored } = await planningTools(deps).eventToRun(transaction, event.id, viewer);
      requireEditable(stored.row);
      await applyEdit(tx, stored, { edit: change, following: {} }, viewer);
    });
  const paymentsOf = (userId: string) =>
    db
      .selectFrom('payments as y')
      .innerJoin('registrations as m', 'm.id', 'y.registration_id')
      .select(['y.id', 'y.provider', 'y.provider_ref', 'y.state'])
      .where('m.event_id', '=', event.id)
      .where('m.person_id', '=', userId)
      .orderBy('y.id')
      .execute();
  const person = (at: number) => people[at % people.length]?.id ?? '';
  const paidBy = async (at: number) =>
    (await paymentsOf(person(at))).findLast(({ state }) => state === 'succeeded')?.id;
  const cashOf = async (at: number) =>
    (await paymentsOf(person(at))).findLast(({ provider }) => provider === 'offline')?.id;

  async function take(step: Step): Promise<unknown> {
    switch (step.do) {
      case 'attend':
        return respond(person(step.who), 'attending');
      case 'cancel':
        return respond(person(step.who), 'cancel');
      case 'begin':
      case 'family':
      case 'cash': {
        const family = (await offersNow()).get('Family')?.id ?? noPersonId;
        const body = { begin: {}, family: { offerId: family }, cash: { provider: 'cash' as const } }[step.do];
        return beginPayment(deps, { eventId: event.id, userId: person(step.who), body });
      }
      case 'act': {
        // Any checkout whose address the person ever got.
        const refs = (await paymentsOf(person(step.who))).flatMap(({ provider_ref }) => provider_ref ?? []);
        const ref = refs[step.which % Math.max(1, refs.length)];
        return ref && testProvider.act(ref, step.action);
      }
      case 'webhook': {
        const body =
          testProvider.webhookEvents[
            firstWebhookEvent +
              (step.which % Math.max(1, testProvider.webhookEvents.length - firstWebhookEvent))
          ];
        return body && receiveWebhook(deps, testProvider.provider.name, body, testProvider.signed(body));
      }
      case 'hear': {
        const body = testProvider.webhookEvents.slice(firstWebhookEvent).at(-1);
        return body && receiveWebhook(deps, testProvider.provider.name, body, testProvider.signed(body));
      }
      case 'slow':
        return testProvider.slow();
      case 'remove':
        return withLockedEvent(person(step.who), (work, scene) =>
          changeRegistration(work, scene, {
            actorId: coach.id,
            userId: person(step.who),
            change: { action: 'remove', version: scene.my_version ?? 0 },
          }),
        );
      case 'refund': {
        const id = await paidBy(step.who);
        return id && decideRefund(deps, { id, userId: coach.id, body: { amountMinor: step.minor } });
      }
      case 'ask':
      case 'decline': {
        const id = await paidBy(step.who);
        const userId = step.do === 'ask' ? person(step.who) : coach.id;
        return id && decideRefund(deps, { id, userId, body: step.do === 'ask' ? {} : { decline: true } });
      }
      case 'received':
      case 'waived':
      case 'returned': {
        const id = await cashOf(step.who);
        return id && settleCash(deps, { id, userId: coach.id, body: { outcome: step.do } });
      }
      case 'cancelEvent':
        return withLockedEvent(person(0), (work, scene) => cancelEvent(work, scene, { actorId: coach.id }));
      case 'takeDown':
        return withLockedEvent(person(0), async (work, scene) => {
          if (closedFor(scene, work.at) === null) await cancelEvent(work, scene, { actorId: null });
          await setRemoved(work.db, [event.id], work.at);
        });
      case 'release':
        return withLockedEvent(person(step.who), (work) => releaseSeats(work, person(step.who), [event.id]));
      case 'capacity':
        return edit({ maximumAttendeeCapacity: step.capacity });
      case 'offers': {
        const known = await offersNow();
        const offers = step.offers.map((kind) => {
          const name = kind === 'adult' ? 'Adult' : 'Family';
          const amountMinor = kind === 'adult' ? step.minor : 2 * price;
          return {
            id: known.get(name)?.id,
            name,
            price: { amountMinor, currency: 'EUR' as const },
            eligibility: null,
            refundUntil: 'P2D',
            acceptsOffline: kind === 'adult' && step.isOnSite,
          };
        });
        return edit({ offers });
      }
      case 'postpone':
        return edit({ eventStatus: 'EventPostponed' });
      case 'newDate': {
        const at = (ms: number) => new Date(ms + step.daysLater * 24 * 60 * minuteMs).toISOString();
        const times = { startsAt: at(startsAt), endsAt: at(Date.parse(event.endsAt)) };
        return edit({ eventStatus: 'EventScheduled', ...times });
      }
      case 'wait':
        return world.wait(step.minutes * minuteMs);
      case 'arrive':
        return testProvider.arrive();
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
      if (!(error instanceof InjectedFault || error instanceof Problem)) throw error;
    }
  }

  let before: { rows: Seat[]; limit: number | null } = { rows: [], limit: capacity };
  async function checkSeats(step?: Step): Promise<void> {
    const now = deps.now().toISOString();
    const { maximum_attendee_capacity: limit } = await db
      .selectFrom('events')
      .select('maximum_attendee_capacity')
      .where('id', '=', event.id)
      .executeTakeFirstOrThrow();
    const rows = await db
      .selectFrom('registrations')
      .select(['state', 'hold_expires_at'])
      .where('event_id', '=', event.id)
      .execute();
    const held = heldAt(rows, now);
    // A lower limit evicts no one, and of steps at the same time each may come first.
    const limits = [before.limit, limit, ...limitsIn(step)].map((one) => one ?? held);
    // At this instant too: a clock that is set back makes a lapsed hold count again.
    const most = Math.max(heldAt(before.rows, now), ...limits);
    if (held > most) found.push(`${held} of ${most} places are held`);
    before = { rows, limit };
  }

  for (const step of steps) {
    await attempt(step);
    await checkSeats(step);
  }
  armed.next = null;
  // Only the clock runs: everything must be settled even when webhook events never arrived.
  const setBack = steps.reduce((sum, step) => sum - (step.do === 'wait' ? Math.min(0, step.minutes) : 0), 0);
  for (const minutes of [setBack, 1, 40, 11, 11, 61, 61]) {
    world.wait(minutes * minuteMs);
    await testProvider.arrive();
    await jobs(deps);
    await checkSeats();
  }
  const refundLimit = new Date(startsAt - 48 * 60 * minuteMs).toISOString();
  const wasRepriced = steps.some((step) => hasStep(step, 'offers'));
  const given = { eventId: event.id, people, refundLimit, wasRepriced, now: deps.now().toISOString() };
  return [...found, ...(await violationsAtEnd(db, testProvider, given))];
}

type Seat = { state: string; hold_expires_at: string | null };

const heldAt = (rows: readonly Seat[], now: string): number =>
  rows.filter(
    ({ state, hold_expires_at: until }) =>
      state === 'confirmed' ||
      ((state === 'pendingPayment' || state === 'offered') && until !== null && until > now),
  ).length;

const hasStep = (step: Step, kind: Step['do']): boolean =>
  step.do === kind || (step.do === 'together' && step.steps.some((one) => hasStep(one, kind)));

const limitsIn = (step: Step | undefined): (number | null)[] =>
  step?.do === 'together' ? step.steps.flatMap(limitsIn) : step?.do === 'capacity' ? [step.capacity] : [];

async function jobs(deps: Deps): Promise<void> {
  // Twice: the second run carries out what the first one found.
  for (let turn = 0; turn < 2; turn += 1)
    for (const job of [endDueHolds, checkDuePayments, carryOutRefunds]) await job(deps).catch(ignoreMishap);
}

function ignoreMishap(error: unknown): void {
  if (!(error instanceof InjectedFault)) throw error;
}
