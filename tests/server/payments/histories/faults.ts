// Faults between any two steps. A history arms one; the next step that can have it uses it up.
import type { Database } from '../../../../src/server/db/open.ts';
import type { PaymentProvider } from '../../../../src/server/ports/payments/port.ts';

/**
 * `down`: the provider fails and did nothing. `lostAnswer`: it did it, and its answer was lost. `killed`: our
 * process ends before a transaction is committed. `killedAfter`: it ends right after.
 */
export const faults = ['down', 'lostAnswer', 'killed', 'killedAfter'] as const;
export type Fault = (typeof faults)[number];

/** The errors that a history expects. */
export class InjectedFault extends Error {}

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
      if (strikes(armed, 'down')) throw new InjectedFault('The provider is down.');
      const answer = await call(...given);
      if (strikes(armed, 'lostAnswer')) throw new InjectedFault('The answer was lost.');
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

/** The same database, with the fault applied to its next transaction. */
export function faultyDatabase(database: Database, armed: Armed): Database {
  const transaction = () => ({
    execute: async <T>(task: (db: Database['db']) => Promise<T>): Promise<T> => {
      const result = await database.db.transaction().execute(async (db) => {
        const made = await task(db as unknown as Database['db']);
        if (strikes(armed, 'killed')) throw new InjectedFault('Killed before the commit.');
        return made;
      });
      if (strikes(armed, 'killedAfter')) throw new InjectedFault('Killed after the commit.');
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
