// /explore/members: adults who chose to be listed.

import { useList } from '../../data/resources/use-resource.ts';
import { MemberRow } from '../../entities/people/people-cards.tsx';
import { useQuery } from '../../ui/navigation/router.tsx';
import { named } from './filters/chips.tsx';
import { readMemberFilters } from './filters/filters.ts';
import { memberTypes } from './filters/group-filters.ts';
import { GroupList } from './group-list.tsx';

export function ExploreMembersScreen() {
  const filters = readMemberFilters(useQuery());
  const list = useList('GET /api/explore/members', { query: filters });
  return (
    <GroupList kind="members" list={list} filters={filters} Row={MemberRow} chips={memberTypes.map(named)} />
  );
}
