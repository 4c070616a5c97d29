// /explore/members: adults who chose to be listed.
import { MemberRow } from '../../cards/people-cards.tsx';
import { useList } from '../../data/use-resource.ts';
import { useQuery } from '../../ui/router.tsx';
import { readMemberFilters } from './filters.ts';
import { memberTypes } from './group-filters.ts';
import { GroupList } from './group-list.tsx';

export function ExploreMembersScreen() {
  const filters = readMemberFilters(useQuery());
  const list = useList('GET /api/explore/members', { query: filters });
  return <GroupList kind="members" list={list} filters={filters} Row={MemberRow} chips={memberTypes} />;
}
