// PostgreSQL's plans for frequent requests on a large database: no query scans a large table.
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Client, createClient, signIn } from '../../support/client.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { fillLargeClub } from './large-club.ts';

let server: TestServer;
let visitor: Client;
let coach: Client;
let club: Awaited<ReturnType<typeof fillLargeClub>>;
let largeTables: Set<string>;

beforeAll(async () => {
  server = await startTestServer();
  club = await fillLargeClub(server.database);
  visitor = createClient(server);
  coach = await signIn(server, club.coach);
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples >= 10000`.execute(
    server.database.db,
  );
  largeTables = new Set(rows.map(({ name }) => name));
}, 120_000);
afterAll(() => server.close());

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Alias?: string;
  'Parent Relationship'?: string;
  Plans?: Plan[];
};

const literalOf = (value: unknown) => (value === null ? 'null' : pg.escapeLiteral(String(value)));

const stepsOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(stepsOf)];

/** Every query of a request, with its values. */
async function queriesOf(client: Client, path: string): Promise<{ text: string; values: unknown[] }[]> {
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  try {
    const response = await client.request(path);
    expect(response.status, await response.text()).toBe(200);
    return asked.mock.calls.flatMap(([query]) => {
      const { text, values } = query as unknown as { text?: string; values?: unknown[] };
      return text?.startsWith('select') ? [{ text, values: values ?? [] }] : [];
    });
  } finally {
    asked.mockRestore();
  }
}

/** The plan of a request that comes often: each step of each query, with the query. */
async function stepsFor(client: Client, path: string): Promise<(Plan & { text: string })[]> {
  const explainer = new pg.Client({ connectionString: await urlOf(server) });
  await explainer.connect();
  try {
    const queries = await queriesOf(client, path);
    expect(queries.length).toBeGreaterThan(0);
    const steps: (Plan & { text: string })[] = [];
    for (const [at, { text, values }] of queries.entries()) {
      // The first five uses of a named statement are planned with their values.
      for (let use = 0; use < 6; use += 1) await explainer.query({ name: `query${at}`, text, values });
      const given = values.length > 0 ? `(${values.map(literalOf).join(', ')})` : '';
      const { rows } = await explainer.query(`explain (format json) execute query${at}${given}`);
      const [{ Plan: plan }] = rows[0]['QUERY PLAN'] as [{ Plan: Plan }];
      steps.push(...stepsOf(plan).map((step) => ({ ...step, text })));
    }
    return steps;
  } finally {
    await explainer.end();
  }
}

/** The large tables that a request scans sequentially, with the query. */
async function wholeReads(client: Client, path: string): Promise<string[]> {
  return (await stepsFor(client, path)).flatMap((step) => {
    const table = step['Relation Name'] ?? '';
    return step['Node Type'].endsWith('Seq Scan') && largeTables.has(table) ? [`${table}: ${step.text}`] : [];
  });
}

async function urlOf({ database }: TestServer): Promise<string> {
  const { rows } = await sql<{ name: string; port: string }>`select current_database() as name,
    current_setting('port') as port`.execute(database.db);
  const [{ name = '', port = '' } = {}] = rows;
  return `postgres://postgres@127.0.0.1:${port}/${name}`;
}

test('the database of this test has large tables', () => {
  expect([...largeTables]).toEqual(
    expect.arrayContaining(['events', 'people', 'users', 'registrations', 'search_documents', 'memberships']),
  );
});

const events = '/api/explore/events';
describe('no large table is scanned sequentially by', () => {
  test.each([
    ['the list of events', events],
    ['its filter by a day', `${events}?from=2027-01-10`],
    ['its filter by the weekend', `${events}?when=weekend`],
    ['its filter by an activity', `${events}?activity=rowing`],
    ['its filter by an activity that no event has', `${events}?activity=ice-hockey`],
    ['its filter by a region', `${events}?region=region%207`],
    ['its filter by a region with few events', `${events}?region=region%2017`],
    ['its filter by a region without events', `${events}?region=nowhere`],
    [
      'its filter by activity, level and region',
      `${events}?activity=rowing&level=beginner&region=region%207`,
    ],
    ['its filter by price and places', `${events}?price=free&hasPlaces=true`],
    ['the newest events', `${events}?sort=newest`],
    ['the list with each series once', `${events}?oncePerSeries=true`],
    ['a search for a common word', `${events}?q=training`],
    ['a search for the beginning of common words', `${events}?q=t`],
    ['a search for a rare word', `${events}?q=12345`],
    ['a search for two words', `${events}?q=summer%20camp`],
    ['the list of members', '/api/explore/members'],
    ['its filter by an activity', '/api/explore/members?activity=rowing'],
    ['its filter by an activity that no member has', '/api/explore/members?activity=ice-hockey'],
    ['its filter by a region', '/api/explore/members?region=region%207'],
    ['a search for members', '/api/explore/members?q=person'],
    ['a search for one member', '/api/explore/members?q=12345'],
    ['the list of organizations', '/api/explore/organizations'],
    ['a search for organizations', '/api/explore/organizations?q=club'],
    ['the list of teams', '/api/explore/teams'],
    ['a search for teams', '/api/explore/teams?q=team'],
  ])('%s', async (_, path) => {
    expect(await wholeReads(visitor, path)).toEqual([]);
  });

  test('a public event, team, organization and person', async () => {
    for (const path of [
      `/api/events/public/${club.event.id}`,
      `/api/teams/${club.team.id}`,
      `/api/organizations/${club.organization.id}`,
      `/api/users/${club.coach.id}`,
    ])
      expect(await wholeReads(path.includes('public') ? visitor : coach, path)).toEqual([]);
  });

  test.each([
    '/api/auth/session',
    '/api/users/me/events',
    '/api/users/me/events?tab=coaching',
    '/api/users/me/events?tab=past',
    '/api/users/me/events?tab=doNow',
    '/api/users/me/teams',
    '/api/users/me/notifications',
    '/api/users/me/absences',
    '/api/users/me/busy?from=2026-11-23T00:00:00Z&to=2026-11-30T00:00:00Z',
  ])('GET %s of a signed-in user', async (path) => {
    expect(await wholeReads(coach, path)).toEqual([]);
  });

  test('the page, the roster and the attendance of an event, and the roster and members of a team, for its coach', async () => {
    const { items } = (await (await coach.request('/api/users/me/events?tab=coaching')).json()) as {
      items: { id: string }[];
    };
    const [{ id = '' } = {}] = items;
    for (const path of [
      `/api/events/${id}`,
      `/api/events/${id}/registrations`,
      `/api/events/${id}/attendance`,
      `/api/teams/${club.team.id}/attendance`,
      '/api/users/me/coaching-hours',
      `/api/teams/${club.team.id}/roster?limit=100`,
      `/api/teams/${club.team.id}/members`,
    ])
      expect(await wholeReads(coach, path)).toEqual([]);
  });

  test('this test fails without an index on a request that needs it', async () => {
    const [index, path] = ['search_documents_of_event', `${events}?q=12345`];
    const { db } = server.database;
    const [{ definition } = { definition: '' }] = (
      await sql<{
        definition: string;
      }>`select indexdef as definition from pg_indexes where indexname = ${index}`.execute(db)
    ).rows;
    expect(await wholeReads(visitor, path)).toEqual([]);
    await sql.raw(`drop index ${index}`).execute(db);
    try {
      expect(await wholeReads(visitor, path)).not.toEqual([]);
    } finally {
      await sql.raw(definition).execute(db);
    }
  });
});

test.each([
  ['profiles_activities', '/api/explore/members?activity=ice-hockey'],
  ['profiles_region', '/api/explore/members?region=nowhere'],
  ['search_documents_of_event', `${events}?q=12345`],
  ['search_documents_of_user', '/api/explore/members?q=12345'],
])('a rare value is found by the index %s', async (index, path) => {
  const used = (await stepsFor(visitor, path)).map((step) => step['Index Name']);
  expect(used).toContain(index);
});

const upcoming = ['Index Only Scan events_long_by_start', 'Index Only Scan events_by_start'];
test.each([
  ['as it opens', events, upcoming],
  ['by an activity', `${events}?activity=rowing`, upcoming],
  ['by an activity that no event has', `${events}?activity=ice-hockey`, upcoming],
  ['by activity and level', `${events}?activity=rowing&level=beginner`, upcoming],
  ['from a day on', `${events}?from=2027-01-10`, ['Index Only Scan events_by_start']],
  ['of the newest', `${events}?sort=newest`, ['Index Only Scan events_by_publication']],
])('the page of a list %s is chosen in its indexes alone', async (_, path, expected) => {
  const chosen = (await stepsFor(visitor, path)).filter((step) =>
    /^events_(?:long_)?by_/.test(step['Index Name'] ?? ''),
  );
  expect(chosen.map((step) => `${step['Node Type']} ${step['Index Name']}`)).toEqual(expected);
});

test('the events of a rare region and of a rare word are looked up, also between two days', async () => {
  for (const filter of ['region=region%2017', 'q=12345']) {
    const path = `${events}?${filter}&from=2027-01-10&to=2027-01-20`;
    const used = (await stepsFor(visitor, path)).map((step) => step['Index Name']);
    expect(used).toContain('events_pkey');
    expect(used).not.toContain('events_by_start');
  }
});

test('a list of a region with many events is read in its order, and of one with few by the places', async () => {
  const usedFor = async (region: string) =>
    (await stepsFor(visitor, `${events}?region=${region}`))
      .filter((step) => step['Relation Name'] === 'events' && !step.text.startsWith('select count'))
      .map((step) => step['Index Name']);
  expect(await usedFor('region%207')).toContain('events_by_start');
  expect(await usedFor('region%2017')).not.toContain('events_by_start');
});

test('the places of a region are looked up once', async () => {
  const path = `${events}?activity=rowing&level=beginner&region=region%207`;
  const places = (await stepsFor(visitor, path)).filter((step) => step.Alias === 'at');
  expect(new Set(places.map((step) => step['Parent Relationship']))).toEqual(new Set(['InitPlan']));
});

test.each([
  ['that many events have', `${events}?q=t`],
  ['that no one has', `${events}?q=xylophone`],
])('a search for a word %s reads no list of all documents', async (_, path) => {
  const used = (await stepsFor(visitor, path)).filter((step) => step['Index Name']?.startsWith('search_'));
  expect(used.length).toBeGreaterThan(0);
  for (const { text, ...step } of used)
    if (text.startsWith('select count(*)')) expect(step['Index Name']).toMatch(/^search_documents_of_/);
});

test('PostgreSQL keeps the plan of the list of events', async () => {
  const [list] = (await queriesOf(visitor, events)).filter(({ text }) => text.includes('from "events"'));
  const { text, values } = list ?? { text: '', values: [] };
  const session = new pg.Client({ connectionString: await urlOf(server) });
  await session.connect();
  try {
    // The first five uses of a named statement are planned with their values.
    for (let use = 0; use < 7; use += 1) await session.query({ name: 'list', text, values });
    const { rows } = await session.query(
      `select generic_plans as kept from pg_prepared_statements where name = 'list'`,
    );
    expect(rows).toEqual([{ kept: '2' }]);
  } finally {
    await session.end();
  }
});
