// SQL for one organization or team in full: the group, its people, teams and next events.
import { sql } from 'kysely';
import type { MembershipRole } from '../../contract/words.ts';
import type { Db } from '../db/open.ts';
import { isUpcomingListed, selectSummaries, summariesOf } from '../events/queries.ts';
import { earliestStartOfUnended } from '../events/rules.ts';
import { isListable } from '../people/queries.ts';
import { adultBornBy } from '../people/rules.ts';
import { selectOrganizations, selectTeams } from './queries.ts';

export type Scope = 'organization' | 'team';

const memberColumn = { organization: 'g.organization_id', team: 'g.team_id' } as const;

export function findOrganization(db: Db, id: string, at: Date) {
  return selectOrganizations(db, { now: at.toISOString(), unended: earliestStartOfUnended(at) })
    .select([
      'o.version',
      'o.description',
      'o.visibility',
      'o.openness',
      'o.url',
      'o.email',
      'o.telephone',
      'o.address',
    ])
    .where('o.id', '=', id)
    .executeTakeFirst();
}

export function findTeam(db: Db, id: string) {
  return selectTeams(db)
    .select(['t.version', 't.description', 't.visibility', 't.season', 't.roster_visibility'])
    .where('t.id', '=', id)
    .executeTakeFirst();
}

/** An organization's teams by name: all, or the public ones and those among `alsoIds`. */
export function listTeamsOf(db: Db, organizationId: string, showsAll: boolean, alsoIds: readonly string[]) {
  const query = selectTeams(db)
    .where('t.organization_id', '=', organizationId)
    .orderBy('t.sort_name')
    .orderBy('t.id');
  if (showsAll) return query.execute();
  return query
    .where((where) =>
      where.or([
        where('t.visibility', '=', 'public'),
        ...(alsoIds.length > 0 ? [where('t.id', 'in', alsoIds)] : []),
      ]),
    )
    .execute();
}

/** A person's own membership and what else decides what they may do there. */
export async function findOwnMembership(db: Db, scope: Scope, groupId: string, userId: string) {
  const own = await db
    .selectFrom('users as u')
    .leftJoin('memberships as g', (join) =>
      join.onRef('g.user_id', '=', 'u.id').on(memberColumn[scope], '=', groupId),
    )
    .select(['g.role', 'g.status', 'u.email_verified_at'])
    .where('u.id', '=', userId)
    .executeTakeFirst();
  const { role = null, status = null, email_verified_at: verifiedAt = null } = own ?? {};
  const isOwner = role === 'owner' && status === 'active';
  return {
    own: role === null || status === null ? null : { role, status },
    isVerified: verifiedAt !== null,
    isOnlyOwner: isOwner && !(await hasOtherOwner(db, scope, groupId, userId)),
  };
}

async function hasOtherOwner(db: Db, scope: Scope, groupId: string, userId: string): Promise<boolean> {
  const other = await db
    .selectFrom('memberships as g')
    .select('g.id')
    .where(memberColumn[scope], '=', groupId)
    .where('g.role', '=', 'owner')
    .where('g.status', '=', 'active')
    .where('g.user_id', '<>', userId)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Active members by name. With `bornBy` (see people/rules.ts) only those who may be named in public. */
export function listPeopleOf(
  db: Db,
  scope: Scope,
  groupId: string,
  { roles, bornBy }: { roles: readonly MembershipRole[] | null; bornBy: string | null },
) {
  let query = db
    .selectFrom('memberships as g')
    .innerJoin('users as u', 'u.id', 'g.user_id')
    .innerJoin('profiles as f', 'f.user_id', 'g.user_id')
    .select(['u.id', 'u.name', 'f.file_path as avatarSrc', 'g.role', 'g.title', 'g.jersey'])
    .where(memberColumn[scope], '=', groupId)
    .where('g.status', '=', 'active')
    .where('u.suspended_at', 'is', null)
    .orderBy('u.sort_name')
    .orderBy('u.id');
  if (roles) query = query.where('g.role', 'in', roles);
  if (bornBy !== null) query = query.where(isListable('u', bornBy));
  return query.execute();
}

type Shown = { at: Date; limit: number; isMember: boolean };

/** A group's next events: public ones, and for its own people also those kept among them. */
export async function listEventsOf(db: Db, scope: Scope, groupId: string, { at, limit, isMember }: Shown) {
  const moment = { now: at.toISOString(), unended: earliestStartOfUnended(at) };
  const sight = { bornBy: adultBornBy(at), names: isMember ? 'all' : 'listable' } as const;
  const ofGroup =
    scope === 'organization'
      ? sql<boolean>`e.organizer_organization_id = ${groupId}`
      : sql<boolean>`e.id in (select et.event_id from event_teams et where et.team_id = ${groupId})`;
  const kept =
    scope === 'organization'
      ? sql`('public', 'organization')`
      : sql`('public', 'unlisted', 'organization', 'team')`;
  const isShown = isMember
    ? sql<boolean>`e.publication = 'published' and e.removed_at is null and e.visibility in ${kept} and e.starts_at > ${moment.unended} and e.ends_at > ${moment.now}`
    : isUpcomingListed(moment);
  const rows = await selectSummaries(db, { now: moment.now, ...sight })
    .where(ofGroup)
    .where(isShown)
    .orderBy('e.starts_at')
    .orderBy('e.id')
    .limit(limit)
    .execute();
  return summariesOf(db, rows, sight);
}
