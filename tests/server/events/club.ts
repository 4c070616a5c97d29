// A club with a person for every relation to its events, for tables of permissions.
import type { Db } from '../../../src/server/db/open.ts';
import {
  buildEvent,
  buildMembership,
  buildOrganization,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';

/** A club with a team and one person per role; `stranger` is in none of it. */
export async function buildClub(db: Db) {
  const organization = await buildOrganization(db, { visibility: 'private' });
  const team = await buildTeam(db, { organization_id: organization.id, visibility: 'private' });
  const otherTeam = await buildTeam(db, { organization_id: organization.id });
  const member = async (
    role: 'owner' | 'admin' | 'coach' | 'assistant' | 'trainee',
    group: { team_id: string } | { organization_id: string },
    status: 'active' | 'left' | 'invited' = 'active',
  ) => {
    const user = await buildUser(db);
    await buildMembership(db, { ...group, person_id: user.id, role, status });
    return user;
  };
  const ofTeam = { team_id: team.id };
  const ofOrganization = { organization_id: organization.id };
  const people = {
    leader: await buildUser(db),
    creator: await buildUser(db),
    teamOwner: await member('owner', ofTeam),
    teamCoach: await member('coach', ofTeam),
    organizationAdmin: await member('admin', ofOrganization),
    assistant: await member('assistant', ofTeam),
    teamMember: await member('trainee', ofTeam),
    organizationMember: await member('trainee', ofOrganization),
    organizationCoach: await member('coach', ofOrganization),
    otherTeamCoach: await member('coach', { team_id: otherTeam.id }),
    formerCoach: await member('coach', ofTeam, 'left'),
    invitedToTeam: await member('trainee', ofTeam, 'invited'),
    participant: await buildUser(db),
    stranger: await buildUser(db),
  };
  const build = async (given: Parameters<typeof buildEvent>[1] = {}) => {
    const event = await buildEvent(db, {
      organizer_organization_id: organization.id,
      created_by: people.creator.id,
      leaders: [people.leader.id],
      teams: [team.id],
      ...given,
    });
    await buildRegistration(db, { event_id: event.id, person_id: people.participant.id });
    return event;
  };
  return { organization, team, people, build };
}
export const staff = ['teamOwner', 'teamCoach', 'organizationAdmin'];
export const inTeam = [...staff, 'assistant', 'teamMember', 'participant'];
export const inOrganization = [...inTeam, 'organizationMember', 'organizationCoach', 'otherTeamCoach'];
/** `leader` and `creator` are named on the event and in no group of it. */
export const everyone = [...inOrganization, 'leader', 'creator', 'formerCoach', 'invitedToTeam', 'stranger'];
