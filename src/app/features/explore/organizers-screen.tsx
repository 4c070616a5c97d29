// /explore/organizers: the people and organizations that run events.
import { useSearchParams } from 'react-router';
import { OrganizerRow } from '../../cards/people-cards.tsx';
import { useList } from '../../data/use-resource.ts';
import { Choice } from './filter-fields.tsx';
import { readOrganizerFilters } from './filters.ts';
import { GroupList } from './group-list.tsx';

const chips = [
  { name: 'kind', value: 'person', label: 'People' },
  { name: 'kind', value: 'organization', label: 'Organizations' },
];

export function ExploreOrganizersScreen() {
  const filters = readOrganizerFilters(useSearchParams()[0]);
  const list = useList('GET /api/explore/organizers', { query: filters });
  return (
    <GroupList kind="organizers" list={list} filters={filters} Row={OrganizerRow} chips={chips}>
      <Choice name="kind" legend="Who" any="All" options={chips} />
    </GroupList>
  );
}
