// The part "series": Explore with each series once, and a year's absence, where most events are dates of
// series.
import { v7 as uuid } from 'uuid';
import type { Database } from '../../../src/server/db/open.ts';
import { seriesBars } from '../bars.ts';
import { type Child, startProduct } from '../child.ts';
import { timed } from '../measure.ts';
import { median } from '../statistics.ts';
import { asMs, asTimes, atMost, type Row } from '../table.ts';
import { signIn, warmUp } from './catalog.ts';
import { fill, openFilled } from './database.ts';
import { load, send } from './load.ts';
import { eventList, type Scenario } from './scenarios.ts';

const singleEvents = 2_000;
const people = 2_000;
const publicSeries = 26;
/** Of the demo accounts' shared team: 400 dates in a year. */
const ofTheTeam = ['FREQ=DAILY;COUNT=360', 'FREQ=WEEKLY;COUNT=40'];
const dayMs = 86_400_000;

/** 5,000 events, of which 3,000 are dates of series. */
export async function benchSeries(folder: string): Promise<Row[]> {
  const { dataDir } = await fill(folder, singleEvents, people);
  const product = await startProduct(dataDir);
  try {
    const database = openFilled(dataDir);
    const seriesIds = await planSeries(database, product.origin).finally(() => database.close());
    return [await exploreRow(product), ...(await absenceRows(product, seriesIds))];
  } finally {
    await product.stop();
  }
}

/** Returns the ids of the team's series. */
async function planSeries({ db }: Database, origin: string): Promise<string[]> {
  const named = await db
    .selectFrom('events')
    .select('series_id')
    .distinct()
    .where('name', '=', 'Team training of the bench')
    .execute();
  if (named.length > 0) return named.flatMap(({ series_id: id }) => id ?? []);
  const cookie = await signIn(origin, 'coach');
  const shared = await db
    .selectFrom('memberships as c')
    .innerJoin('users as coach', 'coach.id', 'c.person_id')
    .innerJoin('memberships as t', 't.team_id', 'c.team_id')
    .innerJoin('users as trainee', 'trainee.id', 't.person_id')
    .select('c.team_id')
    .where('coach.username', '=', 'coach')
    .where('trainee.username', '=', 'trainee')
    .where('c.role', '=', 'coach')
    .where('c.status', '=', 'active')
    .where('t.status', '=', 'active')
    .executeTakeFirstOrThrow();
  const create = async (days: number, body: object) => {
    const start = Math.floor(Date.now() / dayMs) * dayMs + days * dayMs + 17 * 3_600_000;
    const { status, body: answer } = await send(origin, {
      path: '/api/events',
      method: 'POST',
      headers: { Cookie: cookie, 'Idempotency-Key': uuid(), 'Accept-Encoding': 'identity' },
      body: {
        kind: 'training',
        startsAt: new Date(start).toISOString(),
        endsAt: new Date(start + 5_400_000).toISOString(),
        timeZone: 'Europe/Brussels',
        publication: 'published',
        ...body,
      },
    });
    if (status !== 201) throw new Error(`No series was made: ${status} ${answer}`);
    return (JSON.parse(answer.toString()) as { series: { id: string } }).series.id;
  };
  for (let count = 0; count < publicSeries; count += 1)
    await create(2 + count, {
      name: `Open training ${count}`,
      visibility: 'public',
      recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=100' },
    });
  const owner = { kind: 'team', id: shared.team_id };
  const ids: string[] = [];
  for (const rrule of ofTheTeam)
    ids.push(await create(2, { name: 'Team training of the bench', owner, recurrence: { rrule } }));
  return ids;
}

/** The same list with and without, alternating, so that noise affects both equally. */
async function exploreRow(product: Child): Promise<Row> {
  const [all, once] = [eventList({}), eventList({ oncePerSeries: 'true' })];
  const cpu = new Map<Scenario, number[]>([
    [all, []],
    [once, []],
  ]);
  for (const scenario of cpu.keys()) await warmUp(product.origin, scenario.next);
  for (let turn = 0; turn < 5; turn += 1)
    for (const [scenario, turns] of cpu)
      turns.push((await timed(product, scenario, { connections: 10, count: 600, maxMs: 1_500 })).cpuMs);
  const [plain = 0, grouped = 0] = [...cpu.values()].map(median);
  const note = `${asMs(plain)} to ${asMs(grouped)}, in turns`;
  return atMost(
    'each series once in the event list, CPU',
    grouped / plain,
    seriesBars.onceTimes,
    asTimes,
    note,
  );
}

/**
 * Someone who attends 400 dates is away for a year: all are declined while others request the server's
 * health.
 */
async function absenceRows({ origin }: Child, seriesIds: readonly string[]): Promise<Row[]> {
  const cookie = await signIn(origin, 'trainee');
  const write = async (path: string, method: 'POST' | 'PUT', body: object) => {
    const headers = { Cookie: cookie, 'Idempotency-Key': uuid(), 'Accept-Encoding': 'identity' };
    const { status, body: answer } = await send(origin, { path, method, headers, body });
    if (status >= 300) throw new Error(`${path} answered ${status}`);
    return JSON.parse(answer.toString()) as { id: string; answered: number; placesGivenUp: number };
  };
  const dayAhead = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
  const health = () =>
    load(origin, () => ({ path: '/api/health' }), { connections: 2, count: 1e6, maxMs: 1_500 });
  await health();
  const calm = await health();
  const took: number[] = [];
  const p99s: number[] = [];
  let effect = { answered: 0, placesGivenUp: 0 };
  for (let run = 0; run < 3; run += 1) {
    for (const id of seriesIds)
      await write(`/api/series/${id}/registration`, 'PUT', { response: 'attending' });
    const meanwhile = health();
    const startedAt = performance.now();
    const absence = await write('/api/users/me/absences', 'POST', { from: dayAhead(1), to: dayAhead(366) });
    took.push(performance.now() - startedAt);
    effect = absence;
    p99s.push((await meanwhile).p99Ms);
    await write(`/api/users/me/absences/${absence.id}/end`, 'POST', {});
  }
  const note = `${effect.answered} dates answered, ${effect.placesGivenUp} places given up; the middle of 3`;
  return [
    atMost('an absence of 366 days', median(took), seriesBars.absenceMs, asMs, note),
    atMost(
      'health meanwhile, p99',
      median(p99s),
      seriesBars.healthP99Ms,
      asMs,
      `p99 ${asMs(calm.p99Ms)} before`,
    ),
  ];
}
