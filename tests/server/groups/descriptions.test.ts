// Descriptions in Markdown: what is rejected when written, and how rows older than the limits are shown.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { limits } from '../../../src/contract/values/limits.ts';
import { createClient, signIn } from '../../support/client.ts';
import { buildEvent, buildOrganization, buildTeam, buildUser } from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { member } from './people.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const nested = '> - '.repeat(limits.descriptionMax / 4);
const refusal = {
  status: 422,
  body: { errors: [{ path: 'description', message: expect.stringContaining('levels deep') }] },
};

test('POST and PATCH of teams and organizations return 422 at description for 10 kB of nested quotes', async () => {
  const { db } = server.database;
  const coach = await signIn(server, await buildUser(db, { is_coach: 1 }));
  const team = await buildTeam(db);
  const owner = await signIn(server, await member(server, { team_id: team.id }, 'owner'));
  const organization = await buildOrganization(db);
  const admin = await signIn(server, await member(server, { organization_id: organization.id }, 'owner'));
  const body = { name: 'Nested', description: nested };
  expect(await coach.call('POST /api/organizations', { body })).toMatchObject(refusal);
  expect(await coach.call('POST /api/teams', { body: { ...body, activity: 'football' } })).toMatchObject(
    refusal,
  );
  const change = { version: 1, description: nested };
  expect(await owner.call('PATCH /api/teams/{id}', { params: { id: team.id }, body: change })).toMatchObject(
    refusal,
  );
  expect(
    await admin.call('PATCH /api/organizations/{id}', { params: { id: organization.id }, body: change }),
  ).toMatchObject(refusal);
});

test('an accepted description is returned as blocks', async () => {
  const team = await buildTeam(server.database.db);
  const owner = await signIn(server, await member(server, { team_id: team.id }, 'owner'));
  const { body } = await owner.call('PATCH /api/teams/{id}', {
    params: { id: team.id },
    body: { version: 1, description: 'Bring **water**' },
  });
  expect(body.descriptionBlocks).toEqual([
    { type: 'paragraph', children: [{ text: 'Bring ' }, { text: 'water', strong: true }] },
  ]);
});

test('a stored description that cannot be parsed is read as plain text', async () => {
  const description = `${nested.slice(0, 4000)}\n\nand *after* it`;
  const event = await buildEvent(server.database.db, { description });
  const { status, body } = await createClient(server).call('GET /api/events/public/{id}', {
    params: { id: event.id },
  });
  expect(status).toBe(200);
  expect(body.description).toBe(description);
  expect(body.descriptionBlocks).toEqual([
    { type: 'paragraph', children: [{ text: nested.slice(0, 4000) }] },
    { type: 'paragraph', children: [{ text: 'and *after* it' }] },
  ]);
});
