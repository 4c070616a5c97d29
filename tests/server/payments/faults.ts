// Faults between any two steps, armed by a history and used up by the next step that can have them.
import type { Database } from '../../../src/server/db/open.ts';
import type { PaymentProvider } from '../../../src/server/ports/payments/port.ts';

/**
 * `down`: the provider fails and did nothing. `lostAnswer`: it did it, and its answer never came. `killed`: we end before
 * a transaction is committed. `killedAfter`: we end right after.
 */
export const faults = ['down', 'lostAnswer', 'killed', 'killedAfter'] as const;
export type Fault = (typeof faults)[number];

/** What a history expects to see thrown. */
export class Mishap extends Error {}

export type Armed = { next: Fault | null };

function strikes(armed: Armed, fault: Fault): boolean {
  if (armed.next !== fault) return false;
  armed.next = null;
  return true;
}

export function faultyProvider(provider: PaymentProvider, armed: Armed): PaymentProvider {
  const faulty =
    <A extends unknown[], T>(call: (...given: A) => Promise<T>) =>
    async (...given: A): Promise<T> => {
      if (strikes(armed, 'down')) throw new Mishap('The provider is down.');
      const answer = await call(...given);
      if (strikes(armed, 'lostAnswer')) throw new Mishap('The answer was lost.');
      return answer;
    };
  return {
    name: provider.name,
    parseWebhook: provider.parseWebhook,
    create: faulty(provider.create),
    status: faulty(provider.status),
    refund: faulty(provider.refund),
    cancel: faulty(provider.cancel),
  };
}

/** The same database, whose next transaction may not end well. */
export function faultyDatabase(database: Database, armed: Armed): Database {
  const transaction = () => ({
    execute: async <T>(task: (db: Database['db']) => Promise<T>): Promise<T> => {
      const result = await database.db.transaction().execute(async (db) => {
        const made = await task(db as unknown as Database['db']);
        if (strikes(armed, 'killed')) throw new Mishap('Killed before the commit.');
        return made;
      });
      if (strikes(armed, 'killedAfter')) throw new Mishap('Killed after the commit.');
      return result;
    },
  });
  const db = new Proxy(database.db, {
    get: (target, name) => {
      if (name === 'transaction') return transaction;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { ...database, db };
}
