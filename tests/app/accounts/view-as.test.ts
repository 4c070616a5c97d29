// The profile preview "View as" equals the server's answer to such viewers.
import { expect, it, onTestFinished } from 'vitest';
import { isAdult, type ViewerRole, viewAs } from '../../../src/app/features/people/profile/view-as.ts';
import type { Profile } from '../../../src/contract/people/me.ts';
import { audiences, type ProfileField, profileFields } from '../../../src/contract/values/enums.ts';
import { createClient, signIn } from '../../support/client.ts';
import { buildMembership, buildTeam, buildUser } from '../../support/factories.ts';
import { startTestServer } from '../../support/server.ts';

const now = Date.parse('2026-11-21T10:00:00Z');

async function openClub(isCoach: 0 | 1, confirmed = true) {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const { db } = server.database;
  const ada = await buildUser(db, {
    is_coach: isCoach,
    ...(confirmed ? {} : { email_verified_at: null }),
    profile: {
      bio: 'Left back.',
      level: 'advanced',
      region: 'Ghent',
      activities: '["football"]',
      languages: '["nl"]',
      qualifications: '["UEFA C"]',
      file_path: '/media/ada.webp',
    },
  });
  const teammate = await buildUser(db);
  const coach = await buildUser(db);
  const team = await buildTeam(db);
  await buildMembership(db, { person_id: ada.id, team_id: team.id });
  await buildMembership(db, { person_id: teammate.id, team_id: team.id });
  await buildMembership(db, { person_id: coach.id, team_id: team.id, role: 'coach' });
  const me = await signIn(server, ada);
  const eyes = {
    visitor: createClient(server),
    teammate: await signIn(server, teammate),
    coach: await signIn(server, coach),
  };
  const seenBy = async (looker: ViewerRole) => {
    const { status, body } = await eyes[looker].call('GET /api/users/{id}', { params: { id: ada.id } });
    if (status === 404) return null;
    const { upcomingEvents: _, isMe: __, ...seen } = body;
    return seen;
  };
  const change = async (given: object): Promise<Profile> => {
    const { version } = (await me.call('GET /api/users/me/profile')).body;
    const { body } = await me.call('PATCH /api/users/me/profile', { body: { version, ...given } });
    return body as Profile;
  };
  return { change, seenBy };
}

const everyField = (audience: (typeof audiences)[number]) =>
  Object.fromEntries(profileFields.map((field) => [field, audience])) as Record<
    ProfileField,
    typeof audience
  >;

it.each([
  { isCoach: 0, confirmed: true },
  { isCoach: 1, confirmed: true },
  { isCoach: 1, confirmed: false },
] as const)(
  '"View as" equals the server\'s answer for every audience: %o',
  async ({ isCoach, confirmed }) => {
    const { change, seenBy } = await openClub(isCoach, confirmed);
    for (const isPublic of [false, true])
      for (const audience of audiences) {
        const profile = await change({ isPublic, fieldVisibility: everyField(audience) });
        for (const looker of ['visitor', 'teammate', 'coach'] as const)
          expect(viewAs(profile, looker, now), `${looker}, ${audience}, ${isPublic}`).toEqual(
            await seenBy(looker),
          );
      }
  },
);

it.each([
  ['2008-11-21', true],
  ['2008-11-22', false],
  [null, false],
] as const)('someone born on %s is an adult on 21 November 2026: %s', (birthDate, expected) => {
  expect(isAdult(birthDate, now)).toBe(expected);
});
