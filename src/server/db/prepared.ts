// Queries whose text never changes, built once: for hot reads, where building a query costs more than running it.
import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Db } from './open.ts';

type Value = string | number | null;

/** A placeholder for a named value in a query. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Adds a placeholder for a named value to a query. */
export type Slot<Values> = <N extends keyof Values & string>(name: N) => RawBuilder<Values[N]>;

/**
 * Builds the query at its first use on a database and then only fills in `values`. Every variable value must go through
 * `slot`; a constant may be part of the query.
 */
export function prepared<Values extends Record<string, Value>, Row>(
  build: (db: Db, slot: Slot<Values>) => Compilable<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  // Keyed by an object that a database and its transactions share.
  const built = new WeakMap<object, CompiledQuery<Row>>();
  return async (db, values) => {
    const { adapter } = db.getExecutor();
    let query = built.get(adapter);
    if (!query) {
      query = build(db, (name) => sql`${new Placeholder(name)}`).compile();
      built.set(adapter, query);
    }
    const parameters = query.parameters.map((given) =>
      given instanceof Placeholder ? values[given.name] : given,
    );
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}

/** The list lengths that queries are built for: each length is its own query text. */
const idCounts = [1, 7, 21, 51, 101] as const;
const maxIds = 101;

/**
 * The same for a query over a list of ids: `id in (${ids})`. For more than 101 ids the query runs once per 101, and the rows
 * come in that order. Returns no rows for no ids.
 */
export function preparedForIds<Values extends Record<string, Value>, Row>(
  build: (db: Db, slot: Slot<Values>, ids: RawBuilder<string>) => Compilable<Row>,
): (db: Db, ids: readonly string[], values: Values) => Promise<Row[]> {
  const queries = new Map<number, (db: Db, values: Record<string, Value>) => Promise<Row[]>>();
  const queryFor = (count: number) => {
    const known = queries.get(count);
    if (known) return known;
    const query = prepared<Record<string, Value>, Row>((db, slot) => {
      const ids = Array.from({ length: count }, (_, index) => slot(`id${index}`));
      return build(db, slot as Slot<Values>, sql`${sql.join(ids)}`);
    });
    queries.set(count, query);
    return query;
  };
  const run = (db: Db, ids: readonly string[], values: Values) => {
    const count = idCounts.find((size) => size >= ids.length) ?? maxIds;
    const filled: Record<string, Value> = { ...values };
    // Pad the list with a repeated id, which does not change the result.
    for (let index = 0; index < count; index++) filled[`id${index}`] = ids[index] ?? ids[0] ?? null;
    return queryFor(count)(db, filled);
  };
  return async (db, ids, values) => {
    if (ids.length === 0) return [];
    if (ids.length <= maxIds) return run(db, ids, values);
    const rows: Row[] = [];
    for (let first = 0; first < ids.length; first += maxIds)
      rows.push(...(await run(db, ids.slice(first, first + maxIds), values)));
    return rows;
  };
}
