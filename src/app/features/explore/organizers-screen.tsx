// /explore/organizers: the people and organizations that run events.
import { OrganizerRow } from '../../cards/people-cards.tsx';
import { useList } from '../../data/use-resource.ts';
import { useQuery } from '../../ui/router.tsx';
import { readOrganizerFilters } from './filters.ts';
import { organizerTypes } from './group-filters.ts';
import { GroupList } from './group-list.tsx';

export function ExploreOrganizersScreen() {
  const filters = readOrganizerFilters(useQuery());
  const list = useList('GET /api/explore/organizers', { query: filters });
  return (
    <GroupList kind="organizers" list={list} filters={filters} Row={OrganizerRow} chips={organizerTypes} />
  );
}
