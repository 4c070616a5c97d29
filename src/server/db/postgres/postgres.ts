// PostgreSQL: connection pools, named statements, and timeouts, so that a slow row or a frozen server does not block all
// requests. Works through pgbouncer in transaction mode: no session settings.
import {
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  sql,
} from 'kysely';
import pg from 'pg';
import { markConnectionError } from '../outages.ts';
import type { Tables } from '../schema.ts';
import { postgres } from './dialect.ts';
import { asKyselyClient } from './kysely-client.ts';
import { writesChannel } from './notify-triggers.ts';
import { createObjectSlots } from './object-slots.ts';
import { asKind, originNow } from './request-kind.ts';
import { noNames, statementNames } from './statement-names.ts';
import { watchWrites } from './write-watch.ts';

/** Times in milliseconds. */
export type PostgresSettings = {
  /** Connections for writes and jobs. */
  poolSize: number;
  /** Connections for reads, which so never wait for writes. */
  readPoolSize: number;
  /** How long a request waits for a connection. */
  connectionTimeoutMs: number;
  /** How long a transaction waits for a lock. */
  lockTimeoutMs: number;
  /** How long a request waits for one statement. Both timeouts are ten times as long for jobs; migrations have none. */
  statementTimeoutMs: number;
  /** Whether statements are named, so that each is planned once per connection. */
  hasNamedStatements: boolean;
};

export const postgresDefaults: PostgresSettings = {
  poolSize: 10,
  readPoolSize: 5,
  connectionTimeoutMs: 1500,
  lockTimeoutMs: 1000,
  statementTimeoutMs: 1500,
  hasNamedStatements: true,
};

/** The most connections that a process opens: those of both pools, one for health, and one that listens. */
export const connectionsOf = ({ poolSize, readPoolSize }: PostgresSettings) => poolSize + readPoolSize + 2;

const namesLost =
  'The pooler before PostgreSQL knows no named statements, so this process goes on without them. Set DATABASE_NAMED_STATEMENTS=off, or max_prepared_statements = 500 in pgbouncer 1.21 or newer.';

/** How much of the pool writes to one object use at once. */
const partOfObject = 1 / 3;
/** `2026-11-28 10:30:00.5+01` → `2026-11-28T09:30:00.500Z`, whatever the zone of the session. */
export function isoInstant(text: string): string {
  // Nearly every session is in UTC, and a list has dozens of instants.
  if (text[4] === '-' && text[10] === ' ' && text.endsWith('+00'))
    return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).slice(0, 3).padEnd(3, '0')}Z`;
  const [, day, time, sign, hours, minutes = '00'] =
    /^(\S+) (\S+?)([+-])(\d\d)(?::?(\d\d))?(?::\d\d)?$/.exec(text) ?? [];
  if (!day) throw new Error(`PostgreSQL sent "${text}" as an instant: its DateStyle has to be ISO.`);
  return new Date(`${day}T${time}${sign}${hours}:${minutes}`).toISOString();
}

const parsers: Record<number, (text: string) => unknown> = {
  [pg.types.builtins.TIMESTAMPTZ]: isoInstant,
  [pg.types.builtins.INT8]: Number,
  [pg.types.builtins.NUMERIC]: Number,
};

/** Connections of one pool, and how many callers wait for one. */
export type PoolState = { name: string; total: number; idle: number; waiting: number };

class PooledDialect extends PostgresDialect {
  override createAdapter() {
    return new PooledAdapter();
  }
}

/**
 * Without Kysely's own lock for migrations, which is one of the session: behind a pooler it may be released on another connection,
 * and then stays. `migrating` of dialect.ts has a lock of its transaction.
 */
class PooledAdapter extends PostgresAdapter {
  override async acquireMigrationLock() {}
  override async releaseMigrationLock() {}
}

/** Opens a PostgreSQL database. With `watch` (its URL without a pooler), `version` changes with every write. */
export function openPostgres(
  url: string,
  given: Partial<PostgresSettings> = {},
  watch?: { url: string; warn(message: string): void },
) {
  const settings = { ...postgresDefaults, ...given };
  const pool = openPool(url, settings, {
    onWrite: () => watched?.countOwn(),
    onNamesLost: () => watch?.warn(namesLost),
  });
  const db = new Kysely<Tables>({ dialect: new PooledDialect({ pool }) });
  const notify = (payload: string) =>
    asKind('write', () => sql`select pg_notify(${writesChannel}, ${payload})`.execute(db));
  const watched = watch && watchWrites(watch.url, notify, watch.warn);
  const { host, port, database } = new pg.Client({ connectionString: url });
  return {
    name: `${database} at ${host}:${port}`,
    db,
    longReads: db,
    dialect: postgres,
    version: () => watched?.version() ?? null,
    liveVersion: () => watched?.liveVersion() ?? null,
    isDamaged: () => false,
    ping: async () => void (await sql`select 1`.execute(db)),
    pools: pool.pools,
    close: async () => {
      await watched?.close();
      await db.destroy();
    },
  };
}

/**
 * Looks like one pool to Kysely; the kind of request (request-kind.ts) chooses one of them. `onWrite` is called
 * when something may have been written, and `onNamesLost` when statements have no more names from now on.
 */
function openPool(
  url: string,
  settings: PostgresSettings,
  { onWrite, onNamesLost }: { onWrite: () => void; onNamesLost: () => void },
): PostgresPool & { pools(): PoolState[] } {
  const open = (max: number) => {
    const pool = new pg.Pool({
      connectionString: url,
      max,
      connectionTimeoutMillis: settings.connectionTimeoutMs,
      keepAlive: true,
      types: {
        getTypeParser: (id: number, format?: 'text' | 'binary') =>
          parsers[id] ?? pg.types.getTypeParser(id, format as 'text'),
      },
    });
    // Without a listener an 'error' event ends the process. The pool replaces a connection that breaks while idle.
    // One that breaks while checked out fails its query, so the request is answered with 503.
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
    return pool;
  };
  const writes = open(settings.poolSize);
  const reads = open(settings.readPoolSize);
  // An orchestrator may restart a process by its health, which so never waits for requests.
  const health = open(1);
  const poolNow = () => {
    const kind = originNow()?.kind;
    return kind === 'health' ? health : kind === 'read' ? reads : writes;
  };
  const slots = createObjectSlots({
    each: Math.max(1, Math.floor(settings.poolSize * partOfObject)),
    waitMs: settings.connectionTimeoutMs,
  });
  const names = settings.hasNamedStatements ? statementNames(onNamesLost) : noNames;
  // Kysely identifies a connection by its client object.
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const slotOf = new WeakMap<pg.PoolClient, () => void>();
  const stateOf = (name: string, pool: pg.Pool, waitingForSlot = 0) => ({
    name,
    total: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount + waitingForSlot,
  });
  /** Takes a slot where the current write has to, and returns how to free it. */
  const takeSlot = async () => {
    const { objectId, held } = originNow() ?? {};
    // One that holds a connection already must not wait for others, who may wait for it.
    if (objectId === undefined || held === undefined || held.count > 0) return () => {};
    const free = await slots.take(objectId);
    held.count += 1;
    return () => {
      held.count -= 1;
      free();
    };
  };
  return {
    options: writes.options,
    pools: () => [
      stateOf('write', writes, slots.waiting()),
      stateOf('read', reads),
      stateOf('health', health),
    ],
    connect: async () => {
      const freeSlot = await takeSlot();
      try {
        const client = await poolNow().connect();
        slotOf.set(client, freeSlot);
        const onRelease = () => slotOf.get(client)?.();
        const known = clients.get(client) ?? asKyselyClient(client, { settings, names, onWrite, onRelease });
        clients.set(client, known);
        return known;
      } catch (error) {
        freeSlot();
        throw markConnectionError(error);
      }
    },
    end: async () => {
      await Promise.all([writes, reads, health].map((pool) => pool.end()));
    },
  };
}
