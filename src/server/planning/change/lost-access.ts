// Finds the people who lose access to an event, or no longer lead it, by a change of its visibility, teams or owner.
import { canSeeEvent } from '../../events/policy.ts';
import { type EventRole, isWeaker, roleAt, staysLeader } from '../../events/role-rules.ts';
import { groupRolesOfPeople } from '../../groups/queries.ts';
import type { Tx } from '../../registrations/change-queries.ts';
import type { StoredEvent } from '../event-queries.ts';
import { findTeams } from '../owner-queries.ts';
import type { Planned } from '../rules.ts';
import type { Reply } from './effect-queries.ts';

/** People with a reply who can see the event without a seat now, but not after the change. */
export async function peopleLosingAccess(
  { db }: Pick<Tx, 'db'>,
  { row, planned: before }: StoredEvent,
  after: Planned,
  holding: readonly Reply[],
): Promise<Reply[]> {
  const isSame = before.visibility === after.visibility && isOfSameGroups(before, after);
  if (isSame || after.visibility === 'public' || after.visibility === 'unlisted') return [];
  const people = holding.map(({ person_id }) => person_id);
  const roles = await rolesAtBoth(db, people, before, after);
  const sees = ({ visibility }: Planned, role: EventRole) =>
    canSeeEvent({ publication: row.publication, visibility }, role, 'past');
  return holding.filter(({ person_id }) => {
    const role = roles.get(person_id);
    return role !== undefined && sees(before, role.before) && !sees(after, role.after);
  });
}

/**
 * Leaders who do not stay when the teams or the owner of an event or a template change, as when a role ends. `named`: the
 * leaders whom the edit names; they were checked, and stay.
 */
export async function leadersLeaving(
  { db }: Pick<Tx, 'db'>,
  before: Planned,
  after: Planned,
  named: readonly string[] = [],
): Promise<string[]> {
  const leaders = after.leaderIds.filter((id) => before.leaderIds.includes(id) && !named.includes(id));
  if (leaders.length === 0 || isOfSameGroups(before, after)) return [];
  const roles = await rolesAtBoth(db, leaders, before, after);
  return leaders.filter((id) => {
    const role = roles.get(id);
    return role !== undefined && !staysLeader(role.after, isWeaker(role.after, role.before));
  });
}

/** Whether an event is not over before or after a change. Leaders of one that is over stay named: they led it. */
export const isAhead = ({ row, planned }: StoredEvent, after: Planned, at: string): boolean =>
  row.event_status === 'EventPostponed' || planned.endsAt > at || after.endsAt > at;

const isOfSameGroups = (before: Planned, after: Planned) =>
  before.teamIds.toSorted().join() === after.teamIds.toSorted().join() && before.owner.id === after.owner.id;

/** The roles of people at the event before and after a change. */
async function rolesAtBoth(
  db: Tx['db'],
  people: readonly string[],
  before: Planned,
  after: Planned,
): Promise<Map<string, { before: EventRole; after: EventRole }>> {
  const teams = await findTeams(db, [...new Set([...before.teamIds, ...after.teamIds])]);
  const tiesOf = ({ owner, teamIds }: Planned) => ({
    organizer_user_id: owner.kind === 'person' ? owner.id : null,
    organizer_organization_id: owner.organizationId,
    owner_team_id: owner.kind === 'team' ? owner.id : null,
    teams: teams.filter(({ id }) => teamIds.includes(id)),
  });
  const [old, next] = [tiesOf(before), tiesOf(after)];
  const rolesOfPeople = await groupRolesOfPeople(db, people);
  return new Map(
    [...rolesOfPeople].map(([id, roles]) => [id, { before: roleAt(old, roles), after: roleAt(next, roles) }]),
  );
}
