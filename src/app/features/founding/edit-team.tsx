// The form of an existing team.

import type { Team } from '../../../contract/people/groups.ts';
import { readUncached, useAdopt } from '../../data/resources/adopt.ts';
import { activityName } from '../../format/words/activity.ts';
import { DraftState } from '../../ui/forms/draft-state.tsx';
import { Screen } from '../../ui/page/screen.tsx';
import { msg, t } from '../../words/t.ts';
import { type Topic, useEditFrame } from './edit-frame.tsx';
import { teamSource } from './form/sources.ts';
import { TeamForm } from './form/team-form.tsx';
import { useGroupForm } from './form/use-group-form.ts';
import { newTeam, type TeamValues } from './form/values.ts';
import { colorName, forWhomText, opennessNames, rosterNames, visibilityNames } from './form/words.ts';

export function EditTeam({ team, userId }: { team: Team; userId: string }) {
  const { id } = team;
  const adoptAnswer = useAdopt();
  const adopt = (fresh: Team) => adoptAnswer('GET /api/teams/{id}', { params: { id } }, fresh);
  const form = useGroupForm<TeamValues, Team>({
    ...teamSource,
    userId,
    draftName: `team ${id}`,
    group: team,
    initial: newTeam('', '', ''),
    create: async () => team,
    reload: async () => {
      const fresh = await readUncached('GET /api/teams/{id}', { params: { id } });
      if (fresh) await adopt(fresh);
      return fresh;
    },
  });
  const page = `/teams/${id}`;
  const frame = useEditFrame({ form, group: team, scope: 'team', page, topics, adopt });
  return (
    <Screen action={<DraftState isSaved={form.isChanged} />}>
      <TeamForm {...frame} clubs={null} club={team.organization?.name ?? null} />
    </Screen>
  );
}

const topics: readonly Topic<TeamValues>[] = [
  { name: msg('Name'), keys: ['name'], words: ({ name }) => name },
  {
    name: msg('Activity'),
    keys: ['activity'],
    words: ({ activity }) => (activity ? activityName(activity) : ''),
  },
  {
    name: msg('Colour'),
    keys: ['color'],
    words: ({ color }) => colorName(color),
  },
  { name: msg('Organization'), keys: ['organizationId'], words: () => '' },
  { name: msg("Who it's for"), keys: ['level', 'ageMin', 'ageMax'], words: forWhomText },
  { name: msg('Season'), keys: ['season'], words: ({ season }) => season },
  { name: msg('Region'), keys: ['region'], words: ({ region }) => region },
  { name: msg('Description'), keys: ['description'], words: ({ description }) => description },
  {
    name: msg('Who sees the team'),
    keys: ['visibility'],
    words: ({ visibility }) => t(visibilityNames[visibility]),
  },
  { name: msg('How people join'), keys: ['openness'], words: ({ openness }) => t(opennessNames[openness]) },
  {
    name: msg('Who sees the names'),
    keys: ['rosterVisibility'],
    words: ({ rosterVisibility }) => t(rosterNames[rosterVisibility]),
  },
];
