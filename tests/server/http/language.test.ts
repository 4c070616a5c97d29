// The language of problems.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createClient, signIn } from '../../support/client.ts';
import { buildEvent, buildUser } from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const languageOf = ({ headers }: { headers: Headers }) => [
  headers.get('content-language'),
  headers.get('vary')?.includes('Accept-Language'),
];
const german = { 'Accept-Language': 'de-CH,de;q=0.9' };

it('a problem and a validation error name their language, which is that of Accept-Language', async () => {
  const client = createClient(server);
  const invalid = (headers: Record<string, string>) =>
    client.call('POST /api/auth/login', { body: { username: '' }, headers });
  const missing = (headers: Record<string, string>) => client.request('/api/nowhere', { headers });
  for (const ask of [invalid, missing]) {
    expect(languageOf(await ask({}))).toEqual(['en', true]);
    expect(languageOf(await ask(german))).toEqual(['de', true]);
    expect(languageOf(await ask({ 'Accept-Language': 'nl' }))).toEqual(['en', true]);
  }
  const { body } = await invalid({});
  expect(body).toMatchObject({
    title: 'Some fields need attention',
    detail: 'Check the fields that are marked.',
    errors: [
      { path: 'username', message: 'Required' },
      { path: 'password', message: 'Required' },
    ],
  });
});

it('a field whose schema has no error text gets the text of the server, not of zod', async () => {
  const client = await signIn(server, await buildUser(server.database.db));
  const { body } = await client.call('GET /api/users/me/notifications', { query: { limit: 1000 } });
  expect(body.errors).toMatchObject([{ path: 'limit', message: 'At most 100' }]);
});

it('a validation error is in the language of the request for each kind of check', async () => {
  const client = await signIn(server, await buildUser(server.database.db));
  const response = await client.request('/api/events', {
    method: 'POST',
    headers: { ...german, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      name: 3,
      kind: 'x',
      startsAt: 'tomorrow',
      timeZone: 'Mars',
      owner: { kind: 'team', id: 'q' },
      repliesDueAt: 4,
      maximumAttendeeCapacity: 0,
      recurrence: { rrule: 'FREQ=DAILY', exceptDates: ['x'] },
      extra: 1,
    }),
  });
  const { errors } = (await response.json()) as { errors: { path: string; message: string }[] };
  expect(Object.fromEntries(errors.map(({ path, message }) => [path, message]))).toMatchObject({
    name: 'Muss vom Typ string sein',
    kind: expect.stringMatching(/^Muss eines davon sein: training, class/),
    startsAt: 'Muss ein Zeitpunkt in UTC sein, etwa 2026-11-28T09:30:00Z',
    endsAt: 'Pflichtfeld',
    timeZone: 'Unbekannte Zeitzone',
    'owner.id': 'Muss eine UUID sein',
    maximumAttendeeCapacity: 'Mindestens 1',
    'recurrence.exceptDates.0': 'Muss ein Tag sein, etwa 2026-11-28',
    extra: 'Unbekanntes Feld',
  });
});

it('a refusal that is stored for an Idempotency-Key names its language', async () => {
  const client = await signIn(server, await buildUser(server.database.db));
  const ask = () =>
    client.call('PUT /api/events/{id}/registration', {
      params: { id: '019a0000-0000-7000-8000-000000000000' },
      body: { response: 'attending' },
      headers: { ...german, 'Idempotency-Key': 'one' },
    });
  for (const answer of [await ask(), await ask()]) {
    expect(answer.status).toBe(404);
    expect(languageOf(answer)).toEqual(['de', true]);
  }
});

it('a public calendar file varies by language', async () => {
  const event = await buildEvent(server.database.db, { visibility: 'public', publication: 'published' });
  const file = await createClient(server).request(`/api/events/public/${event.id}/calendar.ics`);
  expect(file.status).toBe(200);
  expect(file.headers.get('vary')).toContain('Accept-Language');
});
