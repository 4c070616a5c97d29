// SQL about groups that other domains ask too: a person's active memberships.
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { prepared } from '../db/prepared.ts';
import { type MembershipRow, type Standing, standingFrom } from './rules.ts';

const activeMemberships = prepared<{ userId: string }, MembershipRow>((db, slot) =>
  db
    .selectFrom('memberships as m')
    .leftJoin('teams as t', 't.id', 'm.team_id')
    .select(['m.team_id', 'm.organization_id', 't.organization_id as team_organization_id', 'm.role'])
    .where('m.user_id', '=', slot('userId'))
    .where(sql<boolean>`m.status = 'active'`),
);

/** Where a person stands in every group they are active in. */
export async function standingOf(db: Db, userId: string): Promise<Standing> {
  return standingFrom(userId, await activeMemberships(db, { userId }));
}
