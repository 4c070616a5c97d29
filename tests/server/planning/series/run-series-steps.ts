// Performs the steps of a history of a series, as the coaches, the members and the jobs.
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import type { ChangePreview } from '../../../../src/contract/events/planning.ts';
import { formatRule, isRuleError, parseRule } from '../../../../src/recurrence/rule.ts';
import type { Card } from '../../../../src/server/ports/payments/sandbox/cards.ts';
import { type Client, signIn } from '../../../support/client.ts';
import { runJob, type TestServer } from '../../../support/server.ts';
import { accepted, payAtSandbox } from '../../payments/paid-event.ts';
import { buildPlanningClub, plan } from '../club.ts';
import type { Change, History, Step } from './series-history.ts';
import { ownerOf, type Said } from './series-preview.ts';

const dayMs = 86_400_000;
const declined: Card = '4000000000000002';

export type World = Awaited<ReturnType<typeof buildWorld>>;

/** A club whose coaches plan a series and whose members reply, pay and subscribe to its calendar. */
export async function buildWorld(server: TestServer) {
  const club = await buildPlanningClub(server.database.db, 3);
  const people = club.members;
  const follower = await signIn(server, people[0] ?? club.coach);
  const { body } = await follower.call('POST /api/users/me/calendar-feed', { body: {} });
  return { server, club, people, feedPath: new URL(body.url).pathname };
}

/** Deletes the data of the previous history, and sets the clock. */
export async function startOver({ server, club }: World, day: string): Promise<void> {
  const { db } = server.database;
  for (const table of ['ledger_entries', 'refunds', 'payments', 'events', 'event_series'] as const)
    await db.deleteFrom(table).execute();
  for (const table of ['absences', 'daily_uses', 'sessions', 'notifications'] as const)
    await db.deleteFrom(table).execute();
  await db
    .updateTable('memberships')
    .set({ status: 'active', ended_at: null, version: 1 })
    .where('person_id', '=', club.coach.id)
    .execute();
  server.advance(Date.parse(`${day}T10:00:00.000Z`) - server.now().getTime());
}

/** Creates the series, from a Tuesday of the next week on. */
export async function planSeries(world: World, { rrule, priceMinor }: History) {
  const { server, club } = world;
  const day = new Date(server.now().getTime() + 7 * dayMs);
  day.setUTCDate(day.getUTCDate() + ((9 - day.getUTCDay()) % 7));
  const startsAt = `${day.toISOString().slice(0, 10)}T17:00:00.000Z`;
  const price = { amountMinor: priceMinor, currency: 'EUR' };
  const { body } = await (await signIn(server, club.admin)).call('POST /api/events', {
    body: plan({
      teamIds: [club.team.id],
      leaderIds: [club.coach.id],
      startsAt,
      endsAt: startsAt.replace('T17', 'T18'),
      recurrence: { rrule },
      offers:
        priceMinor === 0
          ? []
          : [{ name: 'Place', price, eligibility: null, refundUntil: 'P2D', acceptsOffline: true }],
      publication: 'published',
    }),
  });
  expect(body.series).not.toBeNull();
}

/** Performs a step. Returns its preview, `refused` if it was refused, and null without a preview. */
export async function carryOut(world: World, step: Step): Promise<Said | 'refused' | null> {
  const { server, club, people } = world;
  const admin = await signIn(server, club.admin);
  if (step.kind === 'wait') {
    await passTime(server, step.days * dayMs);
    return null;
  }
  if (step.kind === 'begin') return begin(world, step.who);
  if (step.kind === 'removeCoach') return removeCoach(world, admin);
  if (step.kind === 'together') {
    const [first, second] = step.steps;
    const someone = await signIn(
      server,
      second.kind === 'reply' ? (people[second.who] ?? club.coach) : club.coach,
    );
    const [asked, other] = [await prepare(world, admin, first), await prepare(world, someone, second)];
    const statuses = await Promise.all([asked(), other()]);
    for (const status of statuses) expect([200, 204, 404, 409, 422]).toContain(status);
    return null;
  }
  if (step.kind === 'endAbsence') return endAbsence(world);
  if (step.kind === 'refund') return refund(world, admin);
  const member = await signIn(server, ('who' in step && people[step.who]) || club.coach);
  if (step.kind === 'absence') {
    const from = dayAfter(server, step.from);
    const to = dayAfter(server, step.from + step.days);
    const { status } = await member.call('POST /api/users/me/absences', { body: { from, to } });
    return status === 201 ? null : 'refused';
  }
  const date = await dateOf(world, 'which' in step ? step.which : 0);
  if (!date) return 'refused';
  if (step.kind === 'reply' || step.kind === 'seriesReply')
    return (await (await prepare(world, member, step))()) === 200 ? null : 'refused';
  if (step.kind === 'mark') return (await mark(world, date.id, step.who)) ? null : 'refused';
  if (step.kind === 'pay') return pay(world, member, date.id, step.how);
  const ownerId = await ownerIdOf(world, date.id);
  const others = await partsOfOthers(world, ownerId);
  const said = await changeDate(world, admin, step, date);
  const ids = new Set(others.map(({ id }) => id));
  const after = await partsOfOthers(world, ownerId, ids);
  expect([step, after]).toEqual([step, others]);
  return said === 'refused' || said === null
    ? said
    : { ...said, ownerId, editedId: date.id, scope: scopeOf(step) };
}

/** An early end is an edit of the following dates. */
const scopeOf = (step: Change) =>
  'scope' in step ? step.scope : step.kind === 'end' ? ('following' as const) : ('this' as const);

async function passTime(server: TestServer, ms: number) {
  server.advance(ms);
  await Promise.all([runJob(server, 'extendSeries'), runJob(server, 'extendSeries')]);
  for (const name of ['endDueHolds', ...moneyJobs, 'answerForAway']) await runJob(server, name);
}

/** Marks someone at the next date of the series, in the middle of it. */
async function begin(world: World, who: number) {
  const { server } = world;
  const now = server.now();
  const next = await server.database.db
    .selectFrom('events')
    .select(['id', 'starts_at', 'ends_at'])
    .where('series_id', 'is not', null)
    .where('event_status', 'in', ['EventScheduled', 'EventRescheduled'])
    .where('starts_at', '>', now.toISOString())
    .orderBy('starts_at')
    .orderBy('id')
    .executeTakeFirst();
  if (!next) return 'refused';
  const middle = (Date.parse(next.starts_at) + Date.parse(next.ends_at)) / 2;
  await passTime(server, middle - now.getTime());
  await mark(world, next.id, who);
  return null;
}

/** Whether someone was marked as present, and was not before. */
async function mark({ server, club, people }: World, eventId: string, who: number): Promise<boolean> {
  const at = server.now().toISOString();
  const { numInsertedOrUpdatedRows: added } = await server.database.db
    .insertInto('attendance')
    .values({
      id: uuid(),
      event_id: eventId,
      person_id: people[who]?.id ?? '',
      status: 'present',
      minutes_late: null,
      source: 'coach',
      marked_by: club.coach.id,
      occurred_at: at,
      received_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return added === 1n;
}

async function changeDate(
  world: World,
  admin: Client,
  step: Change,
  date: DateRow,
): Promise<ChangePreview | 'refused' | null> {
  const params = { id: date.id };
  if (step.kind === 'delete') {
    const query = { scope: step.scope };
    const { status } = await admin.call('DELETE /api/events/{id}', { params, query });
    expect([204, 409]).toContain(status);
    return status === 204 ? null : 'refused';
  }
  const body = await bodyOf(world, step, date);
  const { version: _, ...change } = body;
  const isCancel = step.kind === 'cancel';
  const said = await admin.call('POST /api/events/{id}/preview', {
    params,
    body: isCancel ? { action: 'cancel', scope: step.scope } : change,
  });
  const done = isCancel
    ? await admin.call('POST /api/events/{id}/cancel', { params, body: { scope: step.scope } })
    : await admin.call('PATCH /api/events/{id}', { params, body });
  if (!isCancel) expect([step, done.status]).toEqual([step, said.status]);
  expect([200, 409, 422], JSON.stringify(done.body)).toContain(done.status);
  const isDuplicate = 'outcome' in done.body && done.body.outcome !== 'applied';
  return said.status === 200 && done.status === 200 && !isDuplicate ? said.body : 'refused';
}

const moneyJobs = ['checkDuePayments', 'carryOutRefunds', 'sandbox', 'checkDuePayments'];

type DateRow = { id: string; version: number; starts_at: string; ends_at: string };

async function ownerIdOf({ server }: World, eventId: string): Promise<string | null> {
  const date = await server.database.db
    .selectFrom('events')
    .select(['owner_team_id', 'organizer_organization_id'])
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow();
  return ownerOf(date);
}

/** The parts of the series that belong to someone else; or those with these ids. */
async function partsOfOthers({ server }: World, ownerId: string | null, ids?: ReadonlySet<string>) {
  const rows = await server.database.db
    .selectFrom('event_series')
    .select(['id', 'rrule', 'template', 'extended_until'])
    .orderBy('id')
    .execute();
  return rows.filter(({ id, template }) => ids?.has(id) ?? JSON.parse(template).owner.id !== ownerId);
}

/** A current date of the series; undefined if none is left. */
async function dateOf({ server }: World, which: number): Promise<DateRow | undefined> {
  const dates = await server.database.db
    .selectFrom('events')
    .select(['id', 'version', 'starts_at', 'ends_at'])
    .where('series_id', 'is not', null)
    .orderBy('recurrence_id')
    .orderBy('id')
    .execute();
  return dates[which % Math.max(1, dates.length)];
}

type Answer = Extract<Step, { kind: 'reply' | 'seriesReply' }>;

/** Prepares a call, so that it can run at the same moment as another. The call returns its status. */
async function prepare(
  world: World,
  client: Client,
  step: Change | Answer | { kind: 'extend' },
): Promise<() => Promise<number>> {
  const { server } = world;
  const date = await dateOf(world, 'which' in step ? step.which : 0);
  if (step.kind === 'extend' || !date)
    return async () => {
      await runJob(server, 'extendSeries');
      return 200;
    };
  const params = { id: date.id };
  if (step.kind === 'reply') {
    const body = { response: step.response };
    return async () => (await client.call('PUT /api/events/{id}/registration', { params, body })).status;
  }
  if (step.kind === 'seriesReply') {
    const { body } = await client.call('GET /api/events/{id}', { params });
    const id = body.series?.id;
    if (!id) return async () => 404;
    const from = step.from !== null && { from: dayAfter(server, step.from) };
    const given = { response: step.response, ...from };
    return async () =>
      (await client.call('PUT /api/series/{id}/registration', { params: { id }, body: given })).status;
  }
  if (step.kind === 'cancel') {
    const body = { scope: step.scope };
    return async () => (await client.call('POST /api/events/{id}/cancel', { params, body })).status;
  }
  const body = await bodyOf(world, step, date);
  return async () => (await client.call('PATCH /api/events/{id}', { params, body })).status;
}

const dayAfter = (server: TestServer, days: number) =>
  new Date(server.now().getTime() + days * dayMs).toISOString().slice(0, 10);

async function bodyOf({ server, club }: World, step: Change, { id, version, starts_at, ends_at }: DateRow) {
  if (step.kind === 'cancel' || step.kind === 'delete') return { version };
  if (step.kind === 'give')
    return {
      version,
      scope: step.scope,
      owner: { kind: step.to === 'organization' ? 'organization' : 'team', id: club[step.to].id },
    };
  if (step.kind === 'rule')
    return { version, scope: step.scope, leftOut: step.leftOut, recurrence: { rrule: step.rrule } };
  if (step.kind === 'end') {
    const series = await server.database.db
      .selectFrom('event_series as s')
      .innerJoin('events as e', 'e.series_id', 's.id')
      .select(['s.rrule', 'e.recurrence_id'])
      .where('e.id', '=', id)
      .executeTakeFirstOrThrow();
    const rule = parseRule(series.rrule);
    if (isRuleError(rule)) throw new Error(rule.message);
    const rrule = formatRule({ ...rule, count: null, until: series.recurrence_id?.slice(0, 10) ?? null });
    return { version, scope: 'following', leftOut: step.leftOut, recurrence: { rrule } };
  }
  const { minutes } = step;
  const moved = (at: string) => new Date(Date.parse(at) + (minutes ?? 0) * 60_000).toISOString();
  const times = minutes !== null && { startsAt: moved(starts_at), endsAt: moved(ends_at) };
  if (step.kind === 'postpone') return { version, scope: 'this', eventStatus: 'EventPostponed' };
  if (step.kind === 'newDate') return { version, scope: 'this', ...times, eventStatus: 'EventScheduled' };
  const { scope, fields, handEdits } = step;
  return { version, scope, ...(scope !== 'this' && { handEdits }), ...times, ...fields };
}

/** Ends the first absence. */
async function endAbsence({ server }: World) {
  const absence = await server.database.db
    .selectFrom('absences')
    .select(['id', 'person_id'])
    .where('ended_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst();
  if (!absence) return 'refused';
  const member = await signIn(server, { id: absence.person_id });
  const { status } = await member.call('POST /api/users/me/absences/{id}/end', {
    params: { id: absence.id },
  });
  return status === 200 ? null : 'refused';
}

/** Takes the place and pays for it, as far as the step says; a free place has no payment. */
async function pay({ server, club }: World, member: Client, id: string, how: string) {
  const params = { id };
  await member.call('PUT /api/events/{id}/registration', { params, body: { response: 'attending' } });
  const provider = how === 'cash' && { provider: 'cash' };
  const begun = await member.call('POST /api/events/{id}/payment', { params, body: { ...provider } });
  expect([200, 404, 409]).toContain(begun.status);
  if (begun.status !== 200) return 'refused';
  if (how === 'cash') {
    const admin = await signIn(server, club.admin);
    await admin.call('POST /api/payments/{id}/cash', {
      params: { id: begun.body.id },
      body: { outcome: 'received' },
    });
  } else if (how !== 'notYet')
    await payAtSandbox(server, begun.body.checkoutUrl, how === 'card' ? accepted : declined);
  for (const name of moneyJobs) await runJob(server, name);
  return null;
}

/** Refunds the first payment that was made. */
async function refund({ server }: World, admin: Client) {
  const payment = await server.database.db
    .selectFrom('payments')
    .select('id')
    .where('state', 'in', ['succeeded', 'offlineReceived'])
    .orderBy('id')
    .executeTakeFirst();
  if (!payment) return 'refused';
  const { status } = await admin.call('POST /api/payments/{id}/refund', {
    params: { id: payment.id },
    body: {},
  });
  for (const name of moneyJobs) await runJob(server, name);
  return status === 200 ? null : 'refused';
}

/** The second coach leaves the team, and changes no date from then on. */
async function removeCoach({ server, club }: World, admin: Client) {
  const { version, status } = await server.database.db
    .selectFrom('memberships')
    .select(['version', 'status'])
    .where('person_id', '=', club.coach.id)
    .executeTakeFirstOrThrow();
  if (status !== 'active') return 'refused';
  const { status: done } = await admin.call('PATCH /api/teams/{id}/members/{userId}', {
    params: { id: club.team.id, userId: club.coach.id },
    body: { version, status: 'removed' },
  });
  expect(done).toBe(200);
  const date = await server.database.db.selectFrom('events').select(['id', 'version']).executeTakeFirst();
  if (!date) return null;
  const coach = await signIn(server, club.coach);
  const body = { version: date.version, scope: 'all', name: 'Mine' };
  const refused = await coach.call('PATCH /api/events/{id}', { params: { id: date.id }, body });
  expect([404, 409]).toContain(refused.status);
  return null;
}
