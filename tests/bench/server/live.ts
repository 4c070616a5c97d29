// The part "live": 5,000 open streams in one process, and a change of an event that 500 devices watch.
import { mkdirSync } from 'node:fs';
import { Agent, type ClientRequest, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openSqlite } from '../../../src/server/db/open.ts';
import { buildEvent, buildMembership, buildTeam } from '../../support/factories.ts';
import { authSecret, fillDatabase } from '../../support/product/prepared-data.ts';
import { liveBars } from '../bars.ts';
import { type Child, startProduct } from '../child.ts';
import { quantile } from '../statistics.ts';
import { asMs, asShare, atMost, type Row } from '../table.ts';
import { send } from './load.ts';

const devices = 5_000;
const watchers = 500;
const openAtOnce = 50;
const quietMs = 20_000;
const asKbEach = (value: number) => `${value.toFixed(1)} kB`;

/** `onChange` gets the addresses and the spread of each change, and when it arrived. */
type Device = { cookie: string; onChange: (addresses: string[], spreadMs: number, at: number) => void };

export async function benchLive(folder: string): Promise<Row[]> {
  const dataDir = join(folder, 'live');
  const { cookies, event } = await fillClub(dataDir);
  process.env.AUTH_SECRET = authSecret;
  const product = await startProduct(dataDir);
  const open: ClientRequest[] = [];
  try {
    const before = await product.ask({ kind: 'usage' });
    const all: Device[] = cookies.map((cookie) => ({ cookie, onChange: () => {} }));
    for (let from = 0; from < devices; from += openAtOnce)
      open.push(
        ...(await Promise.all(all.slice(from, from + openAtOnce).map((one) => listen(product.origin, one)))),
      );
    const opened = await product.ask({ kind: 'usage' });
    await pause(quietMs);
    const idle = await product.ask({ kind: 'watchLoop' });
    const few = await changes(product, all.slice(0, watchers), event, 20);
    const after = await product.ask({ kind: 'usage' });
    const reading = await stampede(product, all.slice(0, watchers), event);
    return [
      atMost(
        'memory of a stream, of 5,000',
        ((idle.residentMb - before.residentMb) * 1000) / devices,
        liveBars.kbEach,
        asKbEach,
      ),
      atMost('opening a stream, CPU', (opened.cpuMs - before.cpuMs) / devices, liveBars.openMs, asMs),
      atMost(
        '5,000 idle streams, share of a core',
        (idle.cpuMs - opened.cpuMs) / quietMs,
        liveBars.idleShare,
        asShare,
      ),
      atMost(
        'a reply until 500 devices receive it, p99',
        quantile(few, 0.99),
        liveBars.receivedP99Ms,
        asMs,
        `p50 ${asMs(quantile(few, 0.5))}; the event loop held for ${asMs(after.loop?.heldCpuMs ?? 0)} of CPU at most`,
      ),
      atMost(
        'CPU of a reply that 500 devices receive',
        (after.cpuMs - idle.cpuMs) / 20,
        liveBars.changeMs,
        asMs,
      ),
      atMost(
        'their reads of the event after it, p99',
        quantile(reading.took, 0.99),
        liveBars.readsP99Ms,
        asMs,
        `p50 ${asMs(quantile(reading.took, 0.5))}; the last is answered ${asMs(reading.lastMs)} after the reply`,
      ),
    ];
  } finally {
    for (const one of open) one.destroy();
    await product.stop();
    delete process.env.AUTH_SECRET;
  }
}

/** People with a session each; the first 500 are in a team with an event. */
async function fillClub(dataDir: string) {
  mkdirSync(dataDir, { recursive: true });
  const database = openSqlite(join(dataDir, 'sideline.db'));
  try {
    const { made, cookies } = await fillDatabase(database, devices, async ({ db }) => {
      const team = await buildTeam(db);
      const startsAt = Date.now() + 20 * 86_400_000;
      const event = await buildEvent(db, {
        owner_team_id: team.id,
        teams: [team.id],
        visibility: 'team',
        starts_at: new Date(startsAt).toISOString(),
        ends_at: new Date(startsAt + 5_400_000).toISOString(),
      });
      return { team: team.id, event: event.id };
    });
    for (const cookie of cookies.slice(0, watchers))
      await buildMembership(database.db, { team_id: made.team, person_id: userOf(cookie) });
    return { cookies, event: made.event };
  } finally {
    await database.close();
  }
}

/** The subject of the access token. */
function userOf(cookie: string): string {
  const payload = /sideline_access=[^.]+\.([^.]+)\./.exec(cookie)?.[1] ?? '';
  return (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sub: string }).sub;
}

/** Resolves with the open request after its first event. */
function listen(origin: string, device: Device): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${origin}/api/live`,
      { headers: { Cookie: device.cookie }, agent: false },
      (incoming) => {
        if (incoming.statusCode !== 200) reject(new Error(`No stream: ${incoming.statusCode}`));
        let rest = '';
        incoming.on('data', (data: Buffer) => {
          const at = performance.now();
          const parts = (rest + data.toString()).split('\n\n');
          rest = parts.pop() ?? '';
          for (const part of parts) {
            const [, type, text = '{}'] = /^event: (\w+)\n.*\ndata: (.*)$/.exec(part) ?? [];
            if (type === 'ready') resolve(outgoing);
            if (type !== 'change') continue;
            const { changes, spreadMs } = JSON.parse(text) as {
              changes: { address: string }[];
              spreadMs: number;
            };
            device.onChange(
              changes.map(({ address }) => address),
              spreadMs,
              at,
            );
          }
        });
        incoming.on('error', () => {});
      },
    );
    outgoing.on('error', reject);
    outgoing.end();
  });
}

let keys = 0;
async function reply(origin: string, cookie: string, event: string): Promise<void> {
  keys += 1;
  const { status, body } = await send(origin, {
    path: `/api/events/${event}/registration`,
    method: 'PUT',
    headers: { Cookie: cookie, 'Idempotency-Key': `live-${keys}`, 'Accept-Encoding': 'identity' },
    body: { response: keys % 2 === 0 ? 'declined' : 'attending' },
  });
  if (status !== 200) throw new Error(`No reply: ${status} ${body}`);
}

/** Resolves when every device has received the event, with the milliseconds from the reply for each. */
async function changes(
  { origin }: Child,
  watching: readonly Device[],
  event: string,
  count: number,
): Promise<number[]> {
  const took: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const sentAt = performance.now();
    const all = watching.map(
      (device) =>
        new Promise<void>((resolve) => {
          device.onChange = (addresses, _, arrivedAt) => {
            if (!addresses.includes(`/api/events/${event}`)) return;
            device.onChange = () => {};
            took.push(arrivedAt - sentAt);
            resolve();
          };
        }),
    );
    await reply(origin, watching[at]?.cookie ?? '', event);
    await Promise.all(all);
    await pause(300);
  }
  return took;
}

/** Every device reads the event after its part of the spread, as pages do. */
async function stampede({ origin }: Child, watching: readonly Device[], event: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 });
  const took: number[] = [];
  const sentAt = performance.now();
  const all = watching.map(
    (device) =>
      new Promise<void>((resolve, reject) => {
        device.onChange = (addresses, spreadMs) => {
          if (!addresses.includes(`/api/events/${event}`)) return;
          device.onChange = () => {};
          pause(Math.random() * spreadMs)
            .then(async () => {
              const askedAt = performance.now();
              const { status } = await send(
                origin,
                { path: `/api/events/${event}`, headers: { Cookie: device.cookie } },
                agent,
              );
              if (status !== 200) throw new Error(`No event: ${status}`);
              took.push(performance.now() - askedAt);
              resolve();
            })
            .catch(reject);
        };
      }),
  );
  await reply(origin, watching[0]?.cookie ?? '', event);
  await Promise.all(all);
  agent.destroy();
  return { took, lastMs: performance.now() - sentAt };
}
