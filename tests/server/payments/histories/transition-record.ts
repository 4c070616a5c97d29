// A record of a history that the database writes itself: every transition of a payment and of a refund, and
// the successful payments when a place is given up. Our code cannot bypass it.
import { sql } from 'kysely';
import type { Database, Db } from '../../../../src/server/db/open.ts';
import { paymentEdges, refundEdges } from '../../../../src/server/payments/rules.ts';

const onSqlite = (name: string, table: string, when: string, then: string) => [
  `create trigger ${name} after update of state on ${table} when ${when} begin ${then}; end`,
];
const onPostgres = (name: string, table: string, when: string, then: string) => [
  `create function ${name}() returns trigger language plpgsql as $$ begin ${then}; return null; end $$`,
  `create trigger ${name} after update of state on ${table} for each row when (${when}) execute function ${name}()`,
];

/** Makes the database keep a record from now on. */
export async function watch({ db, dialect }: Database): Promise<void> {
  const on = dialect.name === 'sqlite' ? onSqlite : onPostgres;
  const stepOf = (table: string) =>
    on(
      `watch_${table}`,
      table,
      'old.state <> new.state',
      `insert into seen_steps values ('${table}', old.state, new.state)`,
    );
  const texts = [
    'create table seen_steps (of_what text, was text, became text)',
    'create table seen_given_up (payment_id text, given_up_at text)',
    ...stepOf('payments'),
    ...stepOf('refunds'),
    ...on(
      'watch_given_up',
      'registrations',
      "old.state = 'confirmed' and new.state = 'cancelledByAttendee'",
      `insert into seen_given_up select cast(y.id as text), cast(new.updated_at as text) from payments y
         where y.registration_id = new.id and y.state in ('succeeded', 'offlineReceived')`,
    ),
  ];
  for (const text of texts) await sql.raw(text).execute(db);
}

/** Every recorded transition, `payments: requiresPayment → succeeded`, with its count. */
export async function recordedTransitions(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ of_what: string; was: string; became: string; times: number }>`
    select of_what, was, became, count(*) as times from seen_steps group by of_what, was, became`.execute(db);
  return new Map(rows.map((row) => [`${row.of_what}: ${row.was} → ${row.became}`, Number(row.times)]));
}

/** Every allowed transition, in the same format. */
export const allowedTransitions = new Set(
  Object.entries({ payments: paymentEdges, refunds: refundEdges }).flatMap(([table, edges]) =>
    Object.entries<readonly string[]>(edges).flatMap(([was, after]) =>
      after.map((became) => `${table}: ${was} → ${became}`),
    ),
  ),
);

/** Those of the payments whose place was given up after an instant. */
export async function givenUpAfter(db: Db, ids: readonly string[], instant: string): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ payment_id: string; given_up_at: string }>`
    select payment_id, given_up_at from seen_given_up where payment_id in (${sql.join(ids)})`.execute(db);
  const late = rows.filter(({ given_up_at: at }) => new Date(at).toISOString() > instant);
  return new Set(late.map((row) => row.payment_id));
}
