// The events of a region, which is that of their place. A region with few is found by its places, because the list would be read
// to its end for a page of them.
import { type RawBuilder, sql } from 'kysely';
import type { Dialect } from '../db/dialect.ts';
import type { Database } from '../db/open.ts';
import { prepared } from '../db/prepared.ts';

type Text = RawBuilder<string>;

export const placesIn = (region: Text) => sql`select at.id from places at where at.sort_region = ${region}`;

/** What follows `select`: the events `r` of a region that end after this. */
export const eventsIn = (region: Text, endsAfter: Text, dialect: Dialect) =>
  sql`from events r where ${dialect.isAmong(sql.ref('r.place_id'), placesIn(region))} and r.ends_at > ${endsAfter}`;

const fewEvents = 500;

type Values = { region: string; endsAfter: string };
const countOn = (dialect: Dialect) =>
  prepared<Values, { count: number }>((db, slot) => {
    const events = sql`select 1 ${eventsIn(slot('region'), slot('endsAfter'), dialect)} limit ${sql.lit(fewEvents)}`;
    const count = sql<{ count: number }>`select count(*) as count from (${events}) m`;
    return { compile: () => count.compile(db) };
  });
const counts = new Map<Dialect, ReturnType<typeof countOn>>();

/** Whether fewer events than `fewEvents` in a region end after this. */
export async function isRareRegion({ db, dialect }: Database, values: Values): Promise<boolean> {
  const run = counts.get(dialect) ?? countOn(dialect);
  counts.set(dialect, run);
  const [counted] = await run(db, values);
  return (counted?.count ?? 0) < fewEvents;
}
