// SQL of what each person chose to be told, and how. Only what they chose is stored; the rest is rules.ts.
import type { Kysely } from 'kysely';
import type {
  NotificationChannel,
  NotificationFrequency,
  NotificationKind,
} from '../../contract/values/words.ts';
import type { Tables } from '../db/schema.ts';
import type { Chosen } from './rules.ts';

type Db = Kysely<Tables>;

/** What a person chose. */
export function chosenFrequencies(db: Db, userId: string): Promise<Chosen> {
  return db
    .selectFrom('notification_preferences')
    .select(['kind', 'channel', 'frequency'])
    .where('user_id', '=', userId)
    .execute();
}

type Choice = { kind: NotificationKind; channel: NotificationChannel; frequency: NotificationFrequency };

/** Stores choices, each over the one before. */
export async function setFrequencies(db: Db, userId: string, choices: readonly Choice[]): Promise<void> {
  for (const choice of choices)
    await db
      .insertInto('notification_preferences')
      .values({ user_id: userId, ...choice })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'kind', 'channel']).doUpdateSet({ frequency: choice.frequency }),
      )
      .execute();
}
