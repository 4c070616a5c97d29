// One's own attendance mark in the answers about an event: never that of anyone else, and in no public answer.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Client, createClient, signIn } from '../../support/client.ts';
import { buildAttendance, buildRegistration } from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { buildClub, type Club, mark } from './club.ts';

let server: TestServer;
let world: Club;
let ada: Client;
let ben: Client;
beforeEach(async () => {
  server = await startTestServer();
  world = await buildClub(server);
  ada = await signIn(server, world.people.ada);
  ben = await signIn(server, world.people.ben);
});
afterEach(() => server.close());

const db = () => server.database.db;

/** A public training that ended yesterday, to which Ada, Ben and the coach said yes. */
async function pastTraining() {
  const event = await world.event({ visibility: 'public', starts_at: world.startsAt(-26) });
  const { ada: first, ben: second, coach } = world.people;
  for (const { id: person_id } of [first, second, coach])
    await buildRegistration(db(), { event_id: event.id, person_id });
  return event;
}

const marked = (
  event: { id: string },
  person: { id: string },
  given: Omit<Parameters<typeof buildAttendance>[1], 'event_id' | 'person_id'>,
) => buildAttendance(db(), { event_id: event.id, person_id: person.id, ...given });

const onPage = async (client: Client, id: string) =>
  (await client.call('GET /api/events/{id}', { params: { id } })).body.ownMark;
const inList = async (client: Client) =>
  (await client.call('GET /api/users/me/events', { query: { tab: 'past' } })).body.items.map(
    ({ ownMark }) => ownMark,
  );
const inCalendar = async (client: Client) =>
  (
    await client.call('GET /api/users/me/calendar', {
      query: { from: world.startsAt(-48), to: world.startsAt(48) },
    })
  ).body.items.map(({ ownMark = null }) => ownMark);
const everywhere = async (client: Client, id: string) => [
  await onPage(client, id),
  ...(await inList(client)),
  ...(await inCalendar(client)),
];

it('each person gets their own mark, and those who run the event get no one else as theirs', async () => {
  const event = await pastTraining();
  await marked(event, world.people.ada, { status: 'late', minutes_late: 12 });
  await marked(event, world.people.ben, { status: 'absent' });
  const late = { status: 'late', minutesLate: 12 };
  const absent = { status: 'absent', minutesLate: null };
  expect(await everywhere(ada, event.id)).toEqual([late, late, late]);
  expect(await everywhere(ben, event.id)).toEqual([absent, absent, absent]);
  expect(await everywhere(world.coach, event.id)).toEqual([null, null, null]);
});

it('the newest decision counts, and a mark that was taken back is absent', async () => {
  const event = await pastTraining();
  const at = (minutes: number) => new Date(server.now().getTime() - minutes * 60_000).toISOString();
  await marked(event, world.people.ada, { status: 'absent', occurred_at: at(20), received_at: at(1) });
  await marked(event, world.people.ada, { status: 'present', occurred_at: at(10), received_at: at(5) });
  const present = { status: 'present', minutesLate: null };
  expect(await everywhere(ada, event.id)).toEqual([present, present, present]);
  await marked(event, world.people.ada, { status: null, occurred_at: at(0) });
  expect(await everywhere(ada, event.id)).toEqual([null, null, null]);
});

it('someone who came without a reply finds the event among their past events, until the mark is taken back', async () => {
  const event = await world.event({ starts_at: world.startsAt(-26) });
  await marked(event, world.people.ben, { status: 'present' });
  expect(await inList(ben)).toEqual([{ status: 'present', minutesLate: null }]);
  await marked(event, world.people.ben, { status: null, occurred_at: server.now().toISOString() });
  expect(await inList(ben)).toEqual([]);
});

it('a mark shows on the page of a member who gave no reply', async () => {
  const event = await world.event({ starts_at: world.startsAt(-26) });
  expect(
    (await mark(world.coach, event.id, world.people.ada.id, { status: 'excused' }, crypto.randomUUID()))
      .status,
  ).toBe(200);
  expect(await onPage(ada, event.id)).toEqual({ status: 'excused', minutesLate: null });
});

it('a mark changes the ETag of the own page, and of no other', async () => {
  const event = await pastTraining();
  const etagFor = async (client: Client) =>
    (await client.request(`/api/events/${event.id}`)).headers.get('etag');
  const before = [await etagFor(ada), await etagFor(ben)];
  await marked(event, world.people.ada, { status: 'excused' });
  expect(await etagFor(ada)).not.toBe(before[0]);
  expect(await etagFor(ben)).toBe(before[1]);
});

it('answers for everyone and calendar feeds hold no marks', async () => {
  const event = await pastTraining();
  await marked(event, world.people.ada, { status: 'late', minutes_late: 12 });
  const feed = await ada.call('POST /api/users/me/calendar-feed', { body: {} });
  for (const path of [
    `/api/events/public/${event.id}`,
    '/api/explore/events',
    `/api/teams/${world.team.id}`,
    new URL(feed.body.url).pathname,
  ])
    for (const client of [createClient(server), ada]) {
      const text = await (await client.request(path)).text();
      expect(text).not.toMatch(/ownMark|minutesLate|12 minutes/);
    }
});
