// /explore/teams: public teams.

import { useList } from '../../data/resources/use-resource.ts';
import { TeamRow } from '../../entities/people/people-cards.tsx';
import { useQuery } from '../../ui/navigation/router.tsx';
import { msg } from '../../words/t.ts';
import { named } from './filters/chips.tsx';
import { readTeamFilters } from './filters/filters.ts';
import { GroupList } from './group-list.tsx';

const chips = [
  { name: 'accepting', value: 'true', label: msg('Taking members') },
  { name: 'level', value: 'beginner', label: msg('Beginner') },
];

export function ExploreTeamsScreen() {
  const filters = readTeamFilters(useQuery());
  const list = useList('GET /api/explore/teams', { query: filters });
  return <GroupList kind="teams" list={list} filters={filters} Row={TeamRow} chips={chips.map(named)} />;
}
