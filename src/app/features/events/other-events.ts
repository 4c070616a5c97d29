// Where to look when an event has no place left. Pure.
import type { PublicEvent } from '../../../contract/events/events.ts';
import { t } from '../../words/t.ts';

/** The other dates of its series, else events of its activity that have places. */
export function otherEvents({ series, activities }: PublicEvent): { to: string; label: string } {
  if (series && series.count > 1) return { to: `/series/${series.id}`, label: t('See its other dates') };
  const query = new URLSearchParams({ ...(activities[0] && { activity: activities[0] }), hasPlaces: 'true' });
  return { to: `/explore/events?${query}`, label: t('See similar events with places') };
}

/** What someone can do who finds an event full that has no waitlist. */
export const fullText = () =>
  t('There is no waitlist. If someone gives up their place, you can take it here.');
