// The limit of previews, changes and replies of whole series that one person runs at a time.

import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { isHeavyWrite } from '../../../src/server/http/limits/heavy-writes.ts';
import { type Client, signIn } from '../../support/client.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { buildPlanningClub, plan } from './club.ts';

let server: TestServer;
let club: Awaited<ReturnType<typeof buildPlanningClub>>;
async function start(rateLimit: 'on' | 'off') {
  server = await startTestServer({ env: { RATE_LIMIT: rateLimit } });
  onTestFinished(() => server.close());
  club = await buildPlanningClub(server.database.db);
}

const daily = () =>
  plan({
    teamIds: [club.team.id],
    recurrence: { rrule: 'FREQ=DAILY;COUNT=40' },
    publication: 'published',
  });
const preview = (client: Client) => client.call('POST /api/events/preview', { body: daily() });
const atOnce = <T>(count: number, call: () => Promise<T>) =>
  Promise.all(Array.from({ length: count }, () => call()));
const codesOf = (answers: readonly { status: number }[]) => [
  ...new Set(answers.map(({ status }) => status).sort()),
];

describe('heavy writes of one person at the same time', () => {
  beforeEach(() => start('on'));

  it('beyond a short queue return 429 with Retry-After, and those of other people do not', async () => {
    const [busy, calm] = [await signIn(server, club.coach), await signIn(server, club.admin)];
    const [answers, other] = await Promise.all([atOnce(20, () => preview(busy)), preview(calm)]);
    expect(codesOf(answers)).toEqual([200, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({ code: 'rate_limited' });
    expect(refused?.headers.get('retry-after')).toBe('2');
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(5);
    expect([other.status, (await preview(busy)).status]).toEqual([200, 200]);
  });

  it('include replies to a series, and changes and cancellations of its dates', async () => {
    const coach = await signIn(server, club.coach);
    const { body: event } = await coach.call('POST /api/events', { body: daily() });
    const id = event.series?.id ?? '';
    const [person = club.coach] = club.members;
    const member = await signIn(server, person);
    const replies = await atOnce(20, () =>
      member.call('PUT /api/series/{id}/registration', { params: { id }, body: { response: 'attending' } }),
    );
    expect(codesOf(replies)).toEqual([200, 429]);
    const params = { id: event.id };
    const edits = await atOnce(20, () =>
      coach.call('PATCH /api/events/{id}', { params, body: { version: 1, name: 'Row', scope: 'all' } }),
    );
    expect(codesOf(edits)).toEqual([200, 409, 429]);
    const cancels = (scope: 'this' | 'all') =>
      atOnce(20, () => coach.call('POST /api/events/{id}/cancel', { params, body: { scope } }));
    expect(codesOf(await cancels('all'))).toEqual([200, 429]);
    expect(codesOf(await cancels('this'))).toEqual([200]);
  });
});

it('the bytes of a picture are not read to find out whether it is a heavy write', () => {
  const body = new Proxy(new Uint8Array(1), {
    ownKeys: () => {
      throw new Error('The bytes were listed.');
    },
  });
  expect(isHeavyWrite('PUT /api/events/{id}/image', { query: undefined, body })).toBe(false);
});

it('RATE_LIMIT=off removes the limit of heavy writes', async () => {
  await start('off');
  const busy = await signIn(server, club.coach);
  expect(codesOf(await atOnce(20, () => preview(busy)))).toEqual([200]);
});
