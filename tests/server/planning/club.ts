// A club with a team, its coach, its secretary and some members, for the tests of planning.
import type { Body } from '../../../src/contract/api.ts';
import type { Db } from '../../../src/server/db/open.ts';
import {
  buildMembership,
  buildOrganization,
  buildPlace,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';

export async function buildPlanningClub(db: Db, memberCount = 3) {
  const organization = await buildOrganization(db, { name: 'Rowing club' });
  const team = await buildTeam(db, { organization_id: organization.id, activity: 'rowing' });
  const otherTeam = await buildTeam(db, { organization_id: organization.id });
  const join = async (
    group: { team_id: string } | { organization_id: string },
    role: 'coach' | 'admin' | 'trainee',
  ) => {
    const person = await buildUser(db, { is_coach: role === 'trainee' ? 0 : 1 });
    await buildMembership(db, { ...group, person_id: person.id, role });
    return person;
  };
  const coach = await join({ team_id: team.id }, 'coach');
  const otherCoach = await join({ team_id: otherTeam.id }, 'coach');
  const admin = await join({ organization_id: organization.id }, 'admin');
  const members = [];
  for (let count = 0; count < memberCount; count += 1)
    members.push(await join({ team_id: team.id }, 'trainee'));
  const place = await buildPlace(db, { name: 'Boathouse', owner_organization_id: organization.id });
  return { organization, team, otherTeam, coach, otherCoach, admin, members, place };
}

export const plan = (more: Partial<Body<'POST /api/events'>> = {}): Body<'POST /api/events'> => ({
  name: 'Evening row',
  kind: 'training',
  startsAt: '2026-12-01T17:00:00.000Z',
  endsAt: '2026-12-01T18:30:00.000Z',
  timeZone: 'Europe/Brussels',
  ...more,
});
