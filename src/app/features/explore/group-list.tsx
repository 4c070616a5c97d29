// The common list of members, organizations, organizers and teams.

import { type ComponentType, useMemo } from 'react';
import { activityNames } from '../../../contract/values/activities.ts';
import { levels } from '../../../contract/values/enums.ts';
import { useResource } from '../../data/resources/use-resource.ts';
import { CardList } from '../../entities/lists/card-list.tsx';
import { useViewer, type Viewer } from '../../format/use-viewer.ts';
import { activityName } from '../../format/words/activity.ts';
import { levelName } from '../../format/words/vocabulary.ts';
import { useDocumentTitle } from '../../ui/page/screen.tsx';
import { msg, t } from '../../words/t.ts';
import { BrowseHead, Column } from './browse-head.tsx';
import type { Chip } from './filters/chips.tsx';
import { countFilters, type Kind } from './filters/filters.ts';
import { useListPlace } from './list-place.tsx';
import { Results } from './results.tsx';

type List<Item> = Omit<Parameters<typeof Results>[0]['list'], 'items'> & {
  items: readonly Item[] | undefined;
};

const titles = {
  teams: msg('Explore teams'),
  organizations: msg('Explore organizations'),
  organizers: msg('Explore organizers'),
  members: msg('Explore members'),
};

/** `chips` are shown before the activities, which every kind has. */
export function GroupList<Item extends { id: string }>({
  kind,
  list,
  filters,
  Row,
  chips,
}: {
  kind: Exclude<Kind, 'events'>;
  list: List<Item>;
  filters: { q?: string | undefined };
  Row: ComponentType<{ item: Item; viewer: Viewer }>;
  chips: Chip[];
}) {
  useDocumentTitle(t(titles[kind]));
  const viewer = useViewer();
  const { params } = useListPlace();
  const { data: overview } = useResource('GET /api/explore/facets', {}, { excludedFromFreshness: true });
  const facets = overview?.facets;
  const quick = useMemo(
    () => [
      ...chips,
      ...(facets?.activities ?? []).slice(0, 8).map(({ activity }) => ({
        name: 'activity',
        value: activity,
        label: activityName(activity),
      })),
    ],
    [chips, facets],
  );
  const extra = ['activity', 'region', 'level'].flatMap((name) => {
    const value = params.get(name);
    const isQuick = quick.some((chip) => chip.name === name && chip.value === value);
    return value && !isQuick ? [{ name, value, label: labelOf(name, value) }] : [];
  });
  return (
    <Column wide>
      <BrowseHead kind={kind} overview={overview} filters={filters} chips={quick} extra={extra} />
      <Results
        list={list}
        noun={kind}
        rows="group"
        isFiltered={countFilters(filters) > 0 || filters.q !== undefined}
      >
        <CardList rows="group" pt="3" gridTemplateColumns="repeat(auto-fill, minmax(min(20rem, 100%), 1fr))">
          {list.items?.map((item) => (
            <Row key={item.id} item={item} viewer={viewer} />
          ))}
        </CardList>
      </Results>
    </Column>
  );
}

/** A value that is no word of the API, such as a region, is shown as it is. */
function labelOf(name: string, value: string): string {
  const activity = activityNames.find((one) => name === 'activity' && one === value);
  const level = levels.find((one) => name === 'level' && one === value);
  return activity ? activityName(activity) : level ? levelName(level) : value;
}
