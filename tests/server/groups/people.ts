// Helpers that add people to groups and read the results.
import type { MembershipRole, MembershipStatus } from '../../../src/contract/values/enums.ts';
import { buildMembership, buildUser } from '../../support/factories.ts';
import type { TestServer } from '../../support/server.ts';

export type Group = { team_id: string } | { organization_id: string };

/** A new person in a group; an active trainee unless given otherwise. */
export async function member(
  { database: { db } }: TestServer,
  group: Group,
  role: MembershipRole = 'trainee',
  status: MembershipStatus = 'active',
  given: Parameters<typeof buildUser>[1] = {},
) {
  const user = await buildUser(db, given);
  await buildMembership(db, { ...group, person_id: user.id, role, status });
  return user;
}

/** Role and status of someone in a group, as stored; undefined without a membership. */
export function stored({ database: { db } }: TestServer, group: Group, user: { id: string }) {
  const query = db.selectFrom('memberships').select(['role', 'status']).where('person_id', '=', user.id);
  return (
    'team_id' in group
      ? query.where('team_id', '=', group.team_id)
      : query.where('organization_id', '=', group.organization_id)
  ).executeTakeFirst();
}

/** A person's notifications, oldest first. */
export async function noticesOf({ database: { db } }: TestServer, user: { id: string }) {
  const rows = await db
    .selectFrom('notifications')
    .select(['kind', 'team_id', 'organization_id', 'changes'])
    .where('user_id', '=', user.id)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, changes: JSON.parse(row.changes) }));
}

/** The actions in the audit log, oldest first. */
export async function auditedActions({ database: { db } }: TestServer) {
  const rows = await db
    .selectFrom('audit_log')
    .select(['actor_id', 'action', 'before', 'after'])
    .orderBy('id')
    .execute();
  return rows;
}

/** The number of turns of the event loop while `work` runs: in each of them other requests are served. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isRunning = true;
  const count = () => {
    turns += 1;
    if (isRunning) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isRunning = false;
  return turns;
}
