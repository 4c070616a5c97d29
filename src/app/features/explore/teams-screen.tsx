// /explore/teams: public teams.
import { useSearchParams } from 'react-router';
import { levels } from '../../../contract/words.ts';
import { TeamRow } from '../../cards/people-cards.tsx';
import { useList } from '../../data/use-resource.ts';
import { levelName } from '../../format/words.ts';
import { Choice, Kept, Tick } from './filter-fields.tsx';
import { readTeamFilters } from './filters.ts';
import { GroupList } from './group-list.tsx';

const chips = [
  { name: 'accepting', value: 'true', label: 'Taking members' },
  { name: 'level', value: 'beginner', label: 'Beginner' },
];

export function ExploreTeamsScreen() {
  const filters = readTeamFilters(useSearchParams()[0]);
  const list = useList('GET /api/explore/teams', { query: filters });
  return (
    <GroupList kind="teams" list={list} filters={filters} Row={TeamRow} chips={chips}>
      <Kept name="organization" />
      <fieldset>
        <legend>Only</legend>
        <div className="pills">
          <Tick name="accepting" label="Taking members" />
        </div>
      </fieldset>
      <Choice
        name="level"
        legend="Level"
        any="Any"
        options={levels.map((level) => ({ value: level, label: levelName(level) }))}
      />
    </GroupList>
  );
}
