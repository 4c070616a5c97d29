// Limits of mails to one address in a day: several processes and a restart share them, as the database counts.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backgroundEnded } from '../../../src/server/ports/mailer.ts';
import { createClient, signIn } from '../../support/client.ts';
import { buildTeam, buildUser } from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { member } from '../groups/people.ts';

const tenMinutes = 600_001;
let servers: TestServer[];

/** Processes on one database. */
beforeEach(async () => {
  const env = { RATE_LIMIT: 'on' };
  const first = await startTestServer({ env });
  const other = () => startTestServer({ env, database: first.database });
  servers = [first, await other(), await other()];
});
afterEach(() => servers[0]?.close());

const anyServer = () => {
  const [server] = servers;
  if (!server) throw new Error('There is no server.');
  return server;
};
const db = () => anyServer().database.db;
const mailsTo = (address: string) => servers.flatMap(({ mails }) => mails.filter(({ to }) => to === address));
const advance = (ms: number) => {
  for (const server of servers) server.advance(ms);
};

/** Does it once on every server, `rounds` times, with a pause that the limits per process allow. */
async function onEach<T>(rounds: number, task: (server: TestServer, at: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, server] of servers.entries())
      results.push(await task(server, round * servers.length + at));
    advance(tenMinutes);
  }
  return results;
}

const askReset = async (server: TestServer, email: string) =>
  (
    await createClient(server).call('POST /api/auth/reset-password-email', {
      body: { email, platform: 'trainee' },
    })
  ).status;

describe('mails to one address in a day, of all processes together', () => {
  it('about an account that someone registers again are three', async () => {
    await buildUser(db(), { email: 'ida@example.com' });
    const answers = await onEach(3, async (server, at) => {
      const body = { username: `again.${at}`, email: 'ida@example.com', name: 'P', phone: '0470 12 34 56' };
      const more = { password: 'a long enough one', countryCode: 'BE' };
      return (await createClient(server).call('POST /api/auth/register', { body: { ...body, ...more } }))
        .status;
    });
    expect(answers).toEqual(Array(9).fill(201));
    await backgroundEnded();
    expect(mailsTo('ida@example.com')).toHaveLength(3);
  });

  it('with a reset link are six, then one an hour, and every answer is the same', async () => {
    await buildUser(db(), { email: 'ida@example.com' });
    expect(await onEach(5, (server) => askReset(server, 'ida@example.com'))).toEqual(Array(15).fill(202));
    await backgroundEnded();
    // Of the hour from 10:00: six, and one more.
    expect(mailsTo('ida@example.com')).toHaveLength(7);
    advance(3_600_000);
    for (const server of servers) expect(await askReset(server, 'ida@example.com')).toBe(202);
    await backgroundEnded();
    expect(mailsTo('ida@example.com')).toHaveLength(8);
  });

  it('that no one has confirmed are six, of all kinds', async () => {
    const user = await buildUser(db(), { email: 'no@example.com', email_verified_at: null });
    const resends = await onEach(2, async (server) => {
      await askReset(server, 'no@example.com');
      await backgroundEnded();
      return (await (await signIn(server, user)).call('POST /api/auth/confirm-email/resend')).status;
    });
    expect(resends).toEqual([202, 202, 202, 429, 429, 429]);
    await backgroundEnded();
    expect(mailsTo('no@example.com')).toHaveLength(6);
    advance(24 * 3_600_000);
    expect(await askReset(anyServer(), 'no@example.com')).toBe(202);
    await backgroundEnded();
    expect(mailsTo('no@example.com')).toHaveLength(7);
  });

  it('with an invitation are three of one group, of all its coaches together, and ten of all groups', async () => {
    const teams: { id: string; coaches: Awaited<ReturnType<typeof member>>[] }[] = [];
    for (let count = 0; count < 5; count += 1) {
      const { id } = await buildTeam(db());
      const coach = () => member(anyServer(), { team_id: id }, 'coach');
      teams.push({ id, coaches: [await coach(), await coach()] });
    }
    const invite = async ({ id, coaches }: (typeof teams)[number], email: string) => {
      for (const [at, server] of servers.entries())
        for (const coach of coaches.slice(0, at === 0 ? 1 : 2)) {
          const client = await signIn(server, coach);
          const body = { email, role: 'trainee' } as const;
          const params = { id };
          expect((await client.call('POST /api/teams/{id}/invitations', { params, body })).status).toBe(201);
          await backgroundEnded();
        }
    };
    const [first] = teams;
    if (first) await invite(first, 'stranger@example.com');
    expect(mailsTo('stranger@example.com')).toHaveLength(3);
    for (const team of teams.slice(1)) await invite(team, 'stranger@example.com');
    expect(mailsTo('stranger@example.com')).toHaveLength(10);
    if (first) await invite(first, 'other@example.com');
    expect(mailsTo('other@example.com')).toHaveLength(3);
  }, 60_000);
});
