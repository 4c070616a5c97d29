// The age limit of an event as a sentence. Pure.
import type { PublicEvent } from '../../../contract/events/events.ts';
import { t } from '../../words/t.ts';

/** `For ages 10 to 12.`; empty without a limit. */
export function agesText({ ageMin, ageMax }: Pick<PublicEvent, 'ageMin' | 'ageMax'>): string {
  if (ageMin !== null && ageMax !== null)
    return ageMin === ageMax
      ? t('For age {age}.', { age: ageMin })
      : t('For ages {from} to {to}.', { from: ageMin, to: ageMax });
  if (ageMin !== null) return t('For ages {age} and up.', { age: ageMin });
  return ageMax === null ? '' : t('For ages up to {age}.', { age: ageMax });
}
