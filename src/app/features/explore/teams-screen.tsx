// /explore/teams: public teams.

import { TeamRow } from '../../cards/people-cards.tsx';
import { useList } from '../../data/use-resource.ts';
import { useQuery } from '../../ui/router.tsx';
import { readTeamFilters } from './filters.ts';
import { GroupList } from './group-list.tsx';

const chips = [
  { name: 'accepting', value: 'true', label: 'Taking members' },
  { name: 'level', value: 'beginner', label: 'Beginner' },
];

export function ExploreTeamsScreen() {
  const filters = readTeamFilters(useQuery());
  const list = useList('GET /api/explore/teams', { query: filters });
  return <GroupList kind="teams" list={list} filters={filters} Row={TeamRow} chips={chips} />;
}
