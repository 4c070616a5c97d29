// Finds the people who lose access to an event by a change of its visibility, teams or owner.
import { canSeeEvent } from '../../events/policy.ts';
import { roleAt } from '../../events/role-rules.ts';
import { groupRolesOfPeople } from '../../groups/queries.ts';
import type { GroupRoles } from '../../groups/rules.ts';
import type { Tx } from '../../registrations/change-queries.ts';
import type { StoredEvent } from '../event-queries.ts';
import { findTeams } from '../owner-queries.ts';
import type { Planned } from '../rules.ts';
import type { Reply } from './effect-queries.ts';

/** People with a reply who can see the event without a seat now, but not after the change. */
export async function peopleLosingAccess(
  { db }: Pick<Tx, 'db'>,
  { row, planned: before }: NonNullable<StoredEvent>,
  after: Planned,
  holding: readonly Reply[],
): Promise<Reply[]> {
  const isSame =
    before.visibility === after.visibility &&
    before.teamIds.join() === after.teamIds.join() &&
    before.owner.id === after.owner.id;
  if (isSame || after.visibility === 'public' || after.visibility === 'unlisted') return [];
  const teams = await findTeams(db, [...new Set([...before.teamIds, ...after.teamIds])]);
  const rolesOfPeople = await groupRolesOfPeople(
    db,
    holding.map(({ person_id }) => person_id),
  );
  const sees = (event: Planned, groupRoles: GroupRoles) => {
    const role = roleAt(
      {
        organizer_user_id: event.owner.kind === 'person' ? event.owner.id : null,
        organizer_organization_id: event.owner.organizationId,
        owner_team_id: event.owner.kind === 'team' ? event.owner.id : null,
        teams: teams.filter(({ id }) => event.teamIds.includes(id)),
      },
      groupRoles,
    );
    return canSeeEvent({ publication: row.publication, visibility: event.visibility }, role, 'past');
  };
  return holding.filter(({ person_id }) => {
    const groupRoles = rolesOfPeople.get(person_id);
    return groupRoles !== undefined && sees(before, groupRoles) && !sees(after, groupRoles);
  });
}
