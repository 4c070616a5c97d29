// The command `npm run soak`: a mixed load for a given time, a line each minute, and a table of growth.
// Exit code 1 if one of these rules is broken (docs/operations.md):
// - Each request gets a status that its kind expects. 503 with Retry-After is allowed: it says when to retry.
// - Memory and open descriptors of the server do not grow steadily, as growth.ts defines, by the steps of
//   soak-table.ts.
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { inFolder, runCommand, wholeNumber } from '../../arguments.ts';
import { ensureBuilt } from '../../built.ts';
import { type Child, startProduct } from '../../child.ts';
import { listenToNoise, noiseRow } from '../../noise.ts';
import type { Usage } from '../../probe.ts';
import { tableOf } from '../../table.ts';
import { readCatalog } from '../catalog.ts';
import { type Filled, fill, openFilled } from '../database.ts';
import { load } from '../load.ts';
import { soakMix } from './soak-mix.ts';
import { minuteLine, type Soaked, soakRows, Tally } from './soak-table.ts';

const usage = `npm run soak -- [--minutes 60] [--connections 20] [--pause 100] [--events 100000] [--people 100000] [--keep DIR]
  --pause    milliseconds for which each connection rests after an answer
  --keep     keeps the filled database in DIR, and uses the one that an earlier run left there
  With DATABASE_URL, an empty PostgreSQL database of your own, the server runs on that.`;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    connections: { type: 'string', default: '20' },
    pause: { type: 'string', default: '100' },
    events: { type: 'string', default: '100000' },
    people: { type: 'string', default: '100000' },
    keep: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const minuteMs = 60_000;
const sampleMs = 1_000;

async function main(): Promise<void> {
  const minutes = Math.max(1, wholeNumber(values.minutes, usage));
  await inFolder(values.keep, async (folder) => {
    ensureBuilt();
    const [events, people] = [wholeNumber(values.events, usage), wholeNumber(values.people, usage)];
    const filled = await fill(folder, events, people);
    const machine = [noiseRow('before', listenToNoise())];
    const soaked = await soak(filled, minutes);
    machine.push(noiseRow('after', listenToNoise()));
    const rows = soakRows(soaked);
    const title = `${minutes} minutes of mixed load on ${process.env.DATABASE_URL ? 'PostgreSQL' : 'SQLite'}: ${filled.events} events, ${filled.people} people, ${values.connections} connections`;
    console.log(
      tableOf([
        { title, rows },
        { title: 'machine', rows: machine },
      ]),
    );
    const broken = rows.filter(({ isOk }) => isOk === false).map(({ what }) => what);
    if (soaked.failure) broken.push(soaked.failure);
    if (broken.length === 0) return;
    console.error(`Not as it should be: ${broken.join('; ')}`);
    process.exitCode = 1;
  });
}

async function soak({ dataDir }: Filled, minutes: number): Promise<Soaked> {
  const product = await startProduct(dataDir);
  const tally = new Tally();
  const samples: Usage[] = [];
  const perMinute: Usage[] = [];
  let failure: string | null = null;
  try {
    const database = openFilled(dataDir);
    const next = await readCatalog(database, product.origin)
      .then((catalog) => soakMix(product.origin, database.db, catalog))
      .finally(() => database.close());
    const connections = Math.max(1, wholeNumber(values.connections, usage));
    const pauseMs = wholeNumber(values.pause, usage);
    const maxMs = minutes * minuteMs;
    const ended = new AbortController();
    const watched = watch(product, ended.signal, { samples, perMinute, tally });
    await Promise.all([
      load(product.origin, next, {
        connections,
        count: connections * Math.ceil(maxMs / Math.max(1, pauseMs)),
        maxMs,
        pauseMs,
        onReply: (ask, reply, tookMs) => {
          tally.add(ask, reply, tookMs);
          ask.onAnswer?.(reply);
        },
      }).finally(() => ended.abort()),
      watched,
    ]);
  } catch (error) {
    // The measurements until then are still worth a table.
    failure = error instanceof Error ? error.message : String(error);
  } finally {
    await product.stop();
  }
  return { minutes, samples, perMinute, tally, failure };
}

type Watched = Pick<Soaked, 'samples' | 'perMinute' | 'tally'>;

/** Samples the server each second, and prints a line each minute, until the load has ended. */
async function watch(product: Child, ended: AbortSignal, { samples, perMinute, tally }: Watched) {
  await product.ask({ kind: 'watchLoop' });
  const startedAt = performance.now();
  let minute = 1;
  while (!ended.aborted) {
    await pause(sampleMs);
    // The last minute may lack a sample, and a partial one has no line.
    const length = ended.aborted ? minuteMs / 2 : minuteMs;
    const isMinute = performance.now() - startedAt >= (minute - 1) * minuteMs + length;
    const sample = await product.ask({ kind: isMinute ? 'watchLoop' : 'usage' });
    samples.push(sample);
    if (!isMinute) continue;
    perMinute.push(sample);
    console.log(minuteLine(minute, sample, tally.takeMinute()));
    minute += 1;
  }
}

await runCommand(async () => {
  if (values.help) console.log(usage);
  else await main();
});
