// The filters of events as chips: the quick ones, and those that are set.

import type { Answer } from '../../../../contract/api.ts';
import { shortDayOf } from '../../../format/when.ts';
import { activityName } from '../../../format/words/activity.ts';
import { kindName, levelName } from '../../../format/words/vocabulary.ts';
import { msg, t } from '../../../words/t.ts';
import type { Chip } from './chips.tsx';
import type { QueryOf } from './filters.ts';

export type Facets = Answer<'GET /api/explore/facets'>['facets'] | undefined;
const quickActivities = 8;

export function quickChips(facets: Facets): Chip[] {
  return [
    { name: 'when', value: 'today', label: t('Today') },
    { name: 'when', value: 'weekend', label: t('This weekend') },
    { name: 'price', value: 'free', label: t('Free') },
    { name: 'hasPlaces', value: 'true', label: t('With places left') },
    ...(facets?.activities ?? []).slice(0, quickActivities).map(({ activity }) => ({
      name: 'activity',
      value: activity,
      label: activityName(activity),
    })),
    { name: 'online', value: 'true', label: t('Online') },
  ];
}

export const whenNames = {
  today: msg('Today'),
  tomorrow: msg('Tomorrow'),
  weekend: msg('This weekend'),
  week: msg('The next 7 days'),
};

/** The set filters that are not among the quick ones. */
export function setChips(
  filters: QueryOf<'events'>,
  quick: Chip[],
  organizerName: string | undefined,
  locale: string,
): Chip[] {
  const { when, from, to, activity, kind, region, level, price, organizer, oncePerSeries } = filters;
  const chips: (Chip | null)[] = [
    organizer ? { name: 'organizer', value: organizer, label: organizerName ?? t('One organizer') } : null,
    when ? { name: 'when', value: when, label: t(whenNames[when]) } : null,
    from
      ? {
          name: 'from',
          value: from,
          label: t('From {day}', { day: shortDayOf(from, locale) }),
          isDay: true,
        }
      : null,
    to
      ? {
          name: 'to',
          value: to,
          label: t('Until {day}', { day: shortDayOf(to, locale) }),
          isDay: true,
        }
      : null,
    activity ? { name: 'activity', value: activity, label: activityName(activity) } : null,
    kind ? { name: 'kind', value: kind, label: kindName(kind) } : null,
    region ? { name: 'region', value: region, label: region } : null,
    level ? { name: 'level', value: level, label: levelName(level) } : null,
    oncePerSeries ? { name: 'oncePerSeries', value: 'true', label: t('Each series once') } : null,
    price ? { name: 'price', value: price, label: price === 'paid' ? t('With a price') : t('Free') } : null,
  ];
  return chips.filter(
    (chip) => chip !== null && !quick.some(({ name, value }) => name === chip.name && value === chip.value),
  ) as Chip[];
}
