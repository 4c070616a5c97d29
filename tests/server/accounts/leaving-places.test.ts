// What is left of a person's own places after they delete their account.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hashPassword } from '../../../src/server/accounts/passwords.ts';
import { signIn } from '../../support/client.ts';
import { type BuiltUser, buildEvent, buildPlace, buildTeam, buildUser } from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { plan } from '../planning/club.ts';

const password = 'a long enough passphrase';
const past = '2026-11-01T10:00:00.000Z';
const home = {
  name: "Pia's home",
  address: '12 Secret Street',
  region: 'Ghent',
  latitude: 51.05,
  longitude: 3.72,
  directions: 'Key under the mat',
};

let server: TestServer;
let me: BuiltUser;
beforeEach(async () => {
  server = await startTestServer();
  me = await buildUser(server.database.db, { is_coach: 1, password_hash: await hashPassword(password) });
});
afterEach(() => server.close());

const db = () => server.database.db;
const ownPlace = () => buildPlace(db(), { ...home, owner_user_id: me.id });
const leave = async () =>
  expect((await (await signIn(server, me)).call('DELETE /api/users/me', { body: { password } })).status).toBe(
    204,
  );
const placeAfter = async ({ id }: { id: string }) => {
  await leave();
  return db().selectFrom('places').selectAll().where('id', '=', id).executeTakeFirst();
};
const noOwner = { owner_user_id: null, owner_team_id: null, owner_organization_id: null };
const emptied = {
  ...noOwner,
  name: "Pia's home",
  region: 'Ghent',
  address: '',
  latitude: null,
  longitude: null,
  directions: null,
};

it('a place that no event uses is deleted, and those of others stay', async () => {
  const other = await buildPlace(db(), { owner_user_id: (await buildUser(db())).id });
  expect(await placeAfter(await ownPlace())).toBeUndefined();
  expect(await db().selectFrom('places').select('id').execute()).toEqual([{ id: other.id }]);
});

it('a place of a past event keeps only its name and region', async () => {
  const place = await ownPlace();
  const team = await buildTeam(db());
  await buildEvent(db(), { starts_at: past, teams: [team.id], place_id: place.id });
  expect(await placeAfter(place)).toMatchObject(emptied);
});

it("a place of the person's own draft, or of a cancelled event to come, keeps only its name and region", async () => {
  const [drafted, cancelled] = [await ownPlace(), await ownPlace()];
  const draft = { publication: 'draft', published_at: null } as const;
  await buildEvent(db(), { ...draft, organizer_user_id: me.id, place_id: drafted.id });
  await buildEvent(db(), { event_status: 'EventCancelled', place_id: cancelled.id });
  expect(await placeAfter(drafted)).toMatchObject(emptied);
  const rest = db().selectFrom('places').selectAll().where('id', '=', cancelled.id);
  expect(await rest.executeTakeFirst()).toMatchObject(emptied);
});

it("a place of someone else's event to come keeps its address, without directions and owner", async () => {
  const place = await ownPlace();
  const coach = await buildUser(db());
  const team = await buildTeam(db());
  await buildEvent(db(), {
    organizer_user_id: coach.id,
    owner_team_id: team.id,
    teams: [team.id],
    place_id: place.id,
  });
  expect(await placeAfter(place)).toMatchObject({ ...home, ...noOwner, directions: null });
});

it('a place that only a series names for its later dates stays, for these dates', async () => {
  const place = await ownPlace();
  const client = await signIn(server, me);
  const { body } = await client.call('POST /api/events', {
    body: plan({ place: { id: place.id }, recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' } }),
  });
  expect(body.series).not.toBeNull();
  await db().updateTable('events').set({ place_id: null }).execute();
  expect(await placeAfter(place)).toMatchObject(emptied);
});
