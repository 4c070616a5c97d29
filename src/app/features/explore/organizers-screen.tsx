// /explore/organizers: the people and organizations that run events.

import { useList } from '../../data/resources/use-resource.ts';
import { OrganizerRow } from '../../entities/people/people-cards.tsx';
import { useQuery } from '../../ui/navigation/router.tsx';
import { named } from './filters/chips.tsx';
import { readOrganizerFilters } from './filters/filters.ts';
import { organizerTypes } from './filters/group-filters.ts';
import { GroupList } from './group-list.tsx';

export function ExploreOrganizersScreen() {
  const filters = readOrganizerFilters(useQuery());
  const list = useList('GET /api/explore/organizers', { query: filters });
  return (
    <GroupList
      kind="organizers"
      list={list}
      filters={filters}
      Row={OrganizerRow}
      chips={organizerTypes.map(named)}
    />
  );
}
