// Carries out the steps of one history at its event. Expected refusals and injected faults end a step; anything else is an error.
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
import type { RegistrationContext } from '../../../../src/server/registrations/queries.ts';
import { reply } from '../../../../src/server/registrations/reply.ts';
import { lockEvent, type Tx } from '../../../../src/server/registrations/seats.ts';
import type { TestProvider } from '../test-providers.ts';
import { type Armed, InjectedFault } from './faults.ts';
import type { Step } from './history.ts';

/** Of the cheaper offer. */
export const price = 1250;
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

export type HistoryEvent = { id: string; startsAt: string; endsAt: string };

/** Returns the function that carries out a step. */
export function stepsOf(world: World, event: HistoryEvent): (step: Step) => Promise<void> {
  const { deps, testProvider, armed, people, coach } = world;
  const { db } = deps.database;
  // Earlier histories share the provider.
  const firstWebhookEvent = testProvider.webhookEvents.length;

  const withLockedEvent = (
    userId: string,
    task: (tx: Tx, context: RegistrationContext) => Promise<unknown>,
  ) =>
    deps.database.db.transaction().execute(async (trx) => {
      const tx = { db: trx, dialect: deps.database.dialect, at: deps.now().toISOString() };
      const context = await lockEvent(tx, event.id, userId);
      if (context) await task(tx, context);
    });
  const offersNow = async () =>
    new Map((await offersToPlan(db, event.id)).map((offer) => [offer.name, offer]));
  const respond = async (userId: string, response: 'attending' | 'cancel') => {
    const offerId = (await offersNow()).get('Adult')?.id;
    return withLockedEvent(userId, (tx, context) =>
      reply(tx, context, {
        by: 'self',
        actorId: userId,
        userId,
        role: 'guest',
        response,
        offerId: response === 'attending' ? offerId : undefined,
        ifFull: 'waitlist',
        respondedAt: tx.at,
      }),
    );
  };
  const edit = (change: PlannedEdit) =>
    deps.database.db.transaction().execute(async (trx) => {
      const viewer = {
        userId: coach.id,
        sessionId: '',
        username: 'coach',
        avatarSrc: null,
        isCoach: true,
        signedInAt: deps.now().toISOString(),
        tokenExpiresAtMs: 0,
      };
      const { tx, stored } = await planningTools(deps).eventToRun(trx, event.id, viewer);
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

  async function carryOut(step: Step): Promise<unknown> {
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
        return withLockedEvent(person(step.who), (tx, context) =>
          changeRegistration(tx, context, {
            actorId: coach.id,
            userId: person(step.who),
            change: { action: 'remove', version: context.my_version ?? 0 },
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
        return withLockedEvent(person(0), (tx, context) => cancelEvent(tx, context, { actorId: coach.id }));
      case 'takeDown':
        return withLockedEvent(person(0), async (tx, context) => {
          if (closedFor(context, tx.at) === null) await cancelEvent(tx, context, { actorId: null });
          await setRemoved(tx.db, [event.id], tx.at);
        });
      case 'release':
        return withLockedEvent(person(step.who), (tx) => releaseSeats(tx, person(step.who), [event.id]));
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
        const times = { startsAt: at(Date.parse(event.startsAt)), endsAt: at(Date.parse(event.endsAt)) };
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
      await carryOut(step);
    } catch (error) {
      if (!(error instanceof InjectedFault || error instanceof Problem)) throw error;
    }
  }

  return attempt;
}

/** Runs the jobs of seats and payments. */
export async function jobs(deps: Deps): Promise<void> {
  // Twice: the second run carries out what the first one found.
  for (let turn = 0; turn < 2; turn += 1)
    for (const job of [endDueHolds, checkDuePayments, carryOutRefunds]) await job(deps).catch(ignoreMishap);
}

function ignoreMishap(error: unknown): void {
  if (!(error instanceof InjectedFault)) throw error;
}
