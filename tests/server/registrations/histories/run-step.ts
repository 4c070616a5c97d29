// Carries out one step of a history: what a person, the coach or a job does at an instant.
import { v7 as uuid } from 'uuid';
import { addAbsence, endAbsence } from '../../../../src/server/absences/absences.ts';
import { readConfig } from '../../../../src/server/config.ts';
import type { Database } from '../../../../src/server/db/open.ts';
import { replyStatus } from '../../../../src/server/events/can-rules.ts';
import { canSeeEvent } from '../../../../src/server/events/policy.ts';
import { roleOf } from '../../../../src/server/events/role-rules.ts';
import { join, leave } from '../../../../src/server/groups/members/joining.ts';
import { Problem } from '../../../../src/server/http/problem.ts';
import { applyEdit, requireEditable } from '../../../../src/server/planning/change/edit.ts';
import { planningTools } from '../../../../src/server/planning/tools.ts';
import { endDueHolds } from '../../../../src/server/registrations/jobs.ts';
import { changeRegistration } from '../../../../src/server/registrations/manage.ts';
import { reply } from '../../../../src/server/registrations/reply.ts';
import { lockEvent } from '../../../../src/server/registrations/seats.ts';
import type { Step } from './history.ts';

export type World = {
  database: Database;
  coach: { id: string };
  people: readonly { id: string }[];
  event: { id: string; startsAt: string };
  teamId: string;
};

/** The caller has the clock: `wait` does nothing here. */
export async function runStep(world: World, step: Step, at: string): Promise<void> {
  switch (step.kind) {
    case 'reply':
      return replyAs(world, step, at);
    case 'change':
      return decide(world, step, at);
    case 'edit':
      return edit(world, step.change, at);
    case 'leave':
    case 'join':
      return joinOrLeave(world, step, at);
    case 'away':
    case 'back':
      return changeAbsence(world, step, at);
    case 'work': {
      const shutdown = new AbortController().signal;
      return endDueHolds({ database: world.database, now: () => new Date(at), shutdown });
    }
  }
}

type Of<Kind extends Step['kind']> = Step & { kind: Kind };

const personOf = ({ people }: World, { who }: { who: number }) => people[who]?.id ?? '';

async function replyAs(world: World, step: Of<'reply'>, at: string): Promise<void> {
  const { db, dialect } = world.database;
  const userId = personOf(world, step);
  await db.transaction().execute(async (trx) => {
    const tx = { db: trx, dialect, at };
    const context = await lockEvent(tx, world.event.id, userId);
    if (!context) throw new Error('The event is gone.');
    const role = roleOf(context);
    if (!canSeeEvent(context, role, replyStatus(context, context, at))) return;
    await reply(tx, context, {
      by: 'self',
      actorId: userId,
      userId,
      role,
      response: step.response,
      ifFull: step.ifFull,
      respondedAt: new Date(Date.parse(at) - step.minutesAgo * 60_000).toISOString(),
    });
  });
}

async function decide(world: World, step: Of<'change'>, at: string): Promise<void> {
  const { db, dialect } = world.database;
  const userId = personOf(world, step);
  const { action, position, response } = step;
  try {
    await db.transaction().execute(async (trx) => {
      const tx = { db: trx, dialect, at };
      const row = await trx
        .selectFrom('registrations')
        .select('version')
        .where('event_id', '=', world.event.id)
        .where('person_id', '=', userId)
        .executeTakeFirst();
      const context = await lockEvent(tx, world.event.id, userId);
      if (!context) throw new Error('The event is gone.');
      const change = { action, position, response, version: row?.version ?? 0, reason: 'Because' };
      await changeRegistration(tx, context, { actorId: world.coach.id, userId, change });
    });
  } catch (error) {
    // Not there yet, or changed by a hold that expires in this very step: both are undone.
    if (!(error instanceof Problem && ['not_found', 'stale_version'].includes(error.code))) throw error;
  }
}

async function edit(world: World, change: Of<'edit'>['change'], at: string): Promise<void> {
  const { database, coach, event } = world;
  const deps = { database, now: () => new Date(at), config: readConfig({ RATE_LIMIT: 'off' }) };
  const viewer = {
    userId: coach.id,
    sessionId: '',
    username: 'coach',
    avatarSrc: null,
    isCoach: true,
    signedInAt: at,
    tokenExpiresAtMs: 0,
  };
  await database.db.transaction().execute(async (trx) => {
    const { tx, stored } = await planningTools(deps).eventToRun(trx, event.id, viewer);
    requireEditable(stored.row);
    await applyEdit(tx, stored, { edit: plannedEdit(change, event.startsAt), following: {} }, viewer);
  });
}

function plannedEdit(change: Of<'edit'>['change'], startsAt: string) {
  if (!('daysLater' in change)) return change;
  const after = (ms: number) =>
    new Date(Date.parse(startsAt) + change.daysLater * 86_400_000 + ms).toISOString();
  return { eventStatus: change.eventStatus, startsAt: after(0), endsAt: after(240 * 60_000) };
}

async function joinOrLeave(world: World, step: Of<'leave' | 'join'>, at: string): Promise<void> {
  const { database, teamId: groupId } = world;
  const request = { scope: 'team' as const, groupId, userId: personOf(world, step), at };
  const change = step.kind === 'leave' ? leave : join;
  await database.db.transaction().execute((trx) => change(trx, database, request));
}

async function changeAbsence(world: World, step: Of<'away' | 'back'>, at: string): Promise<void> {
  const { db, dialect } = world.database;
  const personId = personOf(world, step);
  await db.transaction().execute(async (trx) => {
    const tx = { db: trx, dialect, at };
    const open = await trx
      .selectFrom('absences')
      .select('id')
      .where('person_id', '=', personId)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    const days = { from: at.slice(0, 10), to: '2027-01-01', note: null };
    if (step.kind === 'back') await (open && endAbsence(tx, personId, open.id));
    else if (!open) await addAbsence(tx, { personId, decidedAt: at }, { id: uuid(), ...days });
  });
}
