// /explore/members: adults who chose to be listed.
import { useSearchParams } from 'react-router';
import { MemberRow } from '../../cards/people-cards.tsx';
import { useList } from '../../data/use-resource.ts';
import { Choice } from './filter-fields.tsx';
import { readMemberFilters } from './filters.ts';
import { GroupList } from './group-list.tsx';

const chips = [
  { name: 'type', value: 'coach', label: 'Coaches' },
  { name: 'type', value: 'trainee', label: 'Trainees' },
];

export function ExploreMembersScreen() {
  const filters = readMemberFilters(useSearchParams()[0]);
  const list = useList('GET /api/explore/members', { query: filters });
  return (
    <GroupList kind="members" list={list} filters={filters} Row={MemberRow} chips={chips}>
      <Choice name="type" legend="Who" any="Everyone" options={chips} />
    </GroupList>
  );
}
