// Colours of groups, founding with an id, my organizations, and previews of descriptions.
import { v7 as uuid } from 'uuid';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { groupColors } from '../../../src/contract/values/enums.ts';
import { createClient, signIn } from '../../support/client.ts';
import { buildMembership, buildOrganization, buildTeam, buildUser } from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { member } from './people.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const db = () => server.database.db;
const coachAccount = () => buildUser(db(), { is_coach: 1 });

it('a team accepts each colour of the list and none, and rejects others', async () => {
  const { id } = await buildTeam(db());
  const client = await signIn(server, await member(server, { team_id: id }, 'coach'));
  let version = 1;
  for (const color of [...groupColors, null]) {
    const { body } = await client.call('PATCH /api/teams/{id}', { params: { id }, body: { version, color } });
    expect(body.color).toBe(color);
    version = body.version;
  }
  for (const color of ['Green', '#ff0000', '', 'url(x)']) {
    const refused = await client.call('PATCH /api/teams/{id}', {
      params: { id },
      body: { version, color } as object as { version: number },
    });
    expect([refused.status, refused.body.errors?.map(({ path }) => path)]).toEqual([422, ['color']]);
  }
});

it('the colour of an organization shows in its page, its lists and among organizers at once', async () => {
  const { id } = await buildOrganization(db(), { name: 'Harbour' });
  const client = await signIn(server, await member(server, { organization_id: id }, 'owner'));
  await client.call('PATCH /api/organizations/{id}', { params: { id }, body: { version: 1, color: 'red' } });
  const visitor = createClient(server);
  const page = await visitor.call('GET /api/organizations/{id}', { params: { id } });
  const list = await visitor.call('GET /api/explore/organizations');
  expect([page.body.color, list.body.items[0]?.color]).toEqual(['red', 'red']);
});

it.each(['teams', 'organizations'] as const)(
  "POST /api/%s with the same id creates one, and rejects another user's id",
  async (kind) => {
    const call = kind === 'teams' ? 'POST /api/teams' : 'POST /api/organizations';
    const body = { id: uuid(), name: 'Quay', ...(kind === 'teams' && { activity: 'rowing' as const }) };
    const [mine, other] = [
      await signIn(server, await coachAccount()),
      await signIn(server, await coachAccount()),
    ];
    const make = (client: typeof mine) => client.call(call, { body: body as never });
    const answers = [...(await Promise.all([make(mine), make(mine)])), await make(mine)];
    expect(answers.map((answer) => [answer.status, answer.body.id])).toEqual(Array(3).fill([201, body.id]));
    const foreign = await make(other);
    expect([foreign.status, foreign.body.code]).toEqual([409, 'not_permitted']);
    expect(await db().selectFrom(kind).select('id').execute()).toHaveLength(1);
    expect(answers[2]?.body).toMatchObject({ membership: { role: 'owner', status: 'active' } });
  },
);

it('GET /api/users/me/organizations lists those I am an active member of, and whether I may create teams there', async () => {
  const [run, helped, former] = [
    await buildOrganization(db(), { name: 'Anchor', visibility: 'private' }),
    await buildOrganization(db(), { name: 'Buoy' }),
    await buildOrganization(db(), { name: 'Canal' }),
  ];
  const me = await member(server, { organization_id: run.id }, 'admin');
  const client = await signIn(server, me);
  await buildMembership(db(), { organization_id: helped.id, person_id: me.id, role: 'coach' });
  await buildMembership(db(), {
    organization_id: former.id,
    person_id: me.id,
    role: 'owner',
    status: 'removed',
  });
  const { body } = await client.call('GET /api/users/me/organizations');
  expect(
    body.items.map(({ name, membership, canCreateTeam }) => [name, membership.role, canCreateTeam]),
  ).toEqual([
    ['Anchor', 'admin', true],
    ['Buoy', 'coach', false],
  ]);
});

it('POST /api/descriptions/preview returns a description as its page shows it, without unsafe links', async () => {
  const client = await signIn(server, await coachAccount());
  const { body } = await client.call('POST /api/descriptions/preview', {
    body: { description: 'We **row**. [x](javascript:alert(1))' },
  });
  expect(JSON.stringify(body.descriptionBlocks)).toContain('row');
  expect(JSON.stringify(body.descriptionBlocks)).not.toContain('javascript:');
});
