// The command `npm run bench`: runs the named parts, or all, and prints one table of figures and bars.
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { inFolder, runCommand, wholeNumber } from './arguments.ts';
import { ensureBuilt } from './built.ts';
import { listenToNoise, noiseRow } from './noise.ts';
import { benchBytes } from './pages/bytes.ts';
import { benchCalendar } from './pages/calendar.ts';
import { benchDrags } from './pages/drags.ts';
import { benchMarks } from './pages/marks.ts';
import { benchOffline } from './pages/offline.ts';
import { benchPages } from './pages/pages.ts';
import { benchSsr } from './pages/ssr.ts';
import { benchStartup } from './pages/startup.ts';
import { benchApi } from './server/api.ts';
import { type Filled, fill } from './server/database.ts';
import { benchFlood } from './server/flood.ts';
import { benchLive } from './server/live.ts';
import { benchSeries } from './server/series.ts';
import { type Section, tableOf } from './table.ts';

const parts = [
  'bytes',
  'offline',
  'startup',
  'calendar',
  'drags',
  'marks',
  'pages',
  'api',
  'series',
  'ssr',
  'flood',
  'live',
] as const;
type Part = (typeof parts)[number];

const usage = `npm run bench -- [${parts.join('] [')}] [--events 100000] [--people 100000] [--keep DIR] [--only TEXT] [--profile DIR] [--runs 5] [--cpu-time]
  --keep     keeps the filled database in DIR, and uses the one that an earlier run left there
  --only     of the part api only what has this text in its name, of pages only paths with it
  --profile  writes a .cpuprofile of the server for each kind of request
  --runs     how often each page is opened; its figures are medians
  --cpu-time pages: tasks count with the processor time they used, for machines on which others work too
  With DATABASE_URL, an empty PostgreSQL database of your own, the API is measured on that.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    events: { type: 'string', default: '100000' },
    people: { type: 'string', default: '100000' },
    keep: { type: 'string' },
    only: { type: 'string' },
    profile: { type: 'string' },
    runs: { type: 'string', default: '5' },
    'cpu-time': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

async function main(): Promise<void> {
  const wanted = partsOf(positionals);
  if (values.profile) mkdirSync(values.profile, { recursive: true });
  await inFolder(values.keep, async (folder) => {
    ensureBuilt();
    const needsData = wanted.some((part) => part === 'api' || part === 'ssr' || part === 'flood');
    const filled = needsData
      ? await fill(folder, wholeNumber(values.events, usage), wholeNumber(values.people, usage))
      : null;
    const machine = [noiseRow('before', listenToNoise())];
    const sections: Section[] = [];
    for (const part of wanted) sections.push(await run(part, folder, filled));
    machine.push(noiseRow('after', listenToNoise()));
    sections.push({ title: 'machine', rows: machine });
    console.log(tableOf(sections));
  });
}

async function run(part: Part, folder: string, filled: Filled | null): Promise<Section> {
  console.log(`Measuring ${part} …`);
  if (part === 'bytes') return { title: 'bytes, brotli', rows: await benchBytes() };
  if (part === 'offline') return { title: 'second visit, offline', rows: await benchOffline(folder) };
  if (part === 'calendar') return { title: 'calendar', rows: await benchCalendar(folder) };
  if (part === 'series')
    return { title: 'series on 5000 events, 3000 of them in series', rows: await benchSeries(folder) };
  if (part === 'live') return { title: '5,000 live streams in one process', rows: await benchLive(folder) };
  if (part === 'drags') return { title: 'drags in the week, on a desk', rows: await benchDrags(folder) };
  if (part === 'marks') return { title: 'attendance on a phone', rows: await benchMarks(folder) };
  if (part === 'startup') return { title: 'startup', rows: await benchStartup(folder, filled) };
  if (part === 'pages') {
    const isCpuTime = values['cpu-time'];
    const runs = wholeNumber(values.runs, usage);
    const title = `pages, median of ${runs}${isCpuTime ? ', tasks by processor time' : ''}; Lighthouse's slow phone`;
    return { title, rows: await benchPages({ folder, runs, isCpuTime, only: values.only ?? null }) };
  }
  if (!filled) throw new Error('There is no database to measure on.');
  const engine = process.env.DATABASE_URL ? 'PostgreSQL' : 'SQLite';
  const title = `${part} on ${engine}: ${filled.events} events, ${filled.people} people, ${filled.registrations} registrations; measured is CPU of the server process unless it says more`;
  if (part === 'ssr') return { title, rows: await benchSsr(filled) };
  if (part === 'flood') return { title, rows: await benchFlood(filled) };
  const profileDir = values.profile ? resolve(values.profile) : null;
  return { title, rows: await benchApi({ folder, filled, profileDir, only: values.only ?? null }) };
}

function partsOf(names: string[]): readonly Part[] {
  const unknown = names.find((name) => !parts.some((part) => part === name));
  if (unknown) throw new Error(`There is no part ${unknown}.\n${usage}`);
  return names.length > 0 ? parts.filter((part) => names.includes(part)) : parts;
}

await runCommand(async () => {
  if (values.help) console.log(usage);
  else await main();
});
