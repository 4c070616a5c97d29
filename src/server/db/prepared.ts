// Queries whose text never changes, built once: for hot reads, where building a query costs more than running it.
import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Db } from './open.ts';

type Value = string | number | null;

/** Stands for a named value in a query that was built before the value was known. */
class Gap {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Puts a gap for a named value into a query. */
export type Slot<Values> = <N extends keyof Values & string>(name: N) => RawBuilder<Values[N]>;

/**
 * Builds the query at its first use on a database and afterwards only fills in `values`. Every value must go through
 * `slot`; a constant may stand in the query itself.
 */
export function prepared<Values extends Record<string, Value>, Row>(
  build: (db: Db, slot: Slot<Values>) => Compilable<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  // By what a database and its transactions share.
  const built = new WeakMap<object, CompiledQuery<Row>>();
  return async (db, values) => {
    const { adapter } = db.getExecutor();
    let query = built.get(adapter);
    if (!query) {
      query = build(db, (name) => sql`${new Gap(name)}`).compile();
      built.set(adapter, query);
    }
    const parameters = query.parameters.map((given) => (given instanceof Gap ? values[given.name] : given));
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}
