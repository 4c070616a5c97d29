// SQL of notification preferences. Only explicit choices are stored; rules.ts has the defaults.
import type {
  NotificationChannel,
  NotificationFrequency,
  NotificationKind,
} from '../../contract/values/enums.ts';
import type { Db } from '../db/open.ts';
import type { Chosen } from './rules.ts';

/** The user's explicit choices. */
export function chosenFrequencies(db: Db, userId: string): Promise<Chosen> {
  return db
    .selectFrom('notification_preferences')
    .select(['kind', 'channel', 'frequency'])
    .where('user_id', '=', userId)
    .execute();
}

type Choice = { kind: NotificationKind; channel: NotificationChannel; frequency: NotificationFrequency };

/** Inserts or replaces choices. */
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
