// /teams/:id/edit: changing a team, for those who lead it.
import { useNavigate } from 'react-router';
import { activities } from '../../../contract/activities.ts';
import type { Team } from '../../../contract/groups.ts';
import { callApi, urlOf } from '../../data/call.ts';
import { useSession } from '../../data/session.ts';
import { useResource } from '../../data/use-resource.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Conflicts } from '../../ui/conflicts.tsx';
import { DraftState } from '../../ui/draft-state.tsx';
import { Unloaded } from '../../ui/missing.tsx';
import { useRouteId } from '../../ui/router.tsx';
import { Screen } from '../../ui/screen.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { useAdopt } from './adopt.ts';
import { FormNotes } from './form-notes.tsx';
import { loadingForm } from './founder.tsx';
import { LogoField } from './logo-field.tsx';
import { TeamForm } from './team-form.tsx';
import { useGroupForm } from './use-group-form.ts';
import { newTeam, type TeamValues, teamBody, teamComplaints, teamValuesOf } from './values.ts';
import { colorNames, forWhomText, opennessNames, rosterNames, visibilityNames } from './words.ts';

export function EditTeamScreen() {
  const id = useRouteId();
  const { user } = useSession();
  const { data: team, error, mutate } = useResource('GET /api/teams/{id}', { params: { id } });
  if (error && !team)
    return <Unloaded error={error} onRetry={() => void mutate()} noun="team" explore="/explore/teams" />;
  if (!team || !user) return loadingForm;
  if (!team.can.edit)
    return (
      <Screen>
        <EmptyState
          icon="users"
          title="You can't change this team"
          action={<ButtonLink to={`/teams/${id}`}>See the team</ButtonLink>}
        >
          Only its coaches and those who run it or its organization can.
        </EmptyState>
      </Screen>
    );
  return <EditTeam key={id} team={team} userId={user.id} reload={() => mutate()} />;
}

function EditTeam({
  team,
  userId,
  reload,
}: {
  team: Team;
  userId: string;
  reload: () => Promise<Team | undefined>;
}) {
  const { id } = team;
  const navigate = useNavigate();
  const adopt = useAdopt();
  const form = useGroupForm<TeamValues, Team>({
    userId,
    draftName: `team ${id}`,
    group: team,
    begin: newTeam('', '', ''),
    valuesOf: teamValuesOf,
    complaintsOf: teamComplaints,
    found: async () => team,
    edit: (values, keys, { version }) =>
      callApi('PATCH /api/teams/{id}', { params: { id }, body: { ...teamBody(values, keys), version } }),
    reload,
  });
  const { values, now, conflicts, isChanged } = form;
  const leave = (said: string | null) =>
    navigate(`/teams/${id}`, { replace: true, state: said === null ? null : { said } });
  const hit = topics
    .filter(({ keys }) => keys.some((key) => conflicts.includes(key)))
    .map(({ name, keys, words }) => ({ name, keys, mine: words(values), theirs: words(now) }));
  return (
    <Screen action={<DraftState isKept={isChanged} />}>
      <TeamForm
        values={values}
        errors={form.errors}
        clubs={null}
        club={team.organization?.name ?? null}
        logo={team.logo}
        logoField={
          <LogoField
            scope="team"
            group={team}
            onSaved={async () => {
              const fresh = await reload();
              if (fresh) await adopt(urlOf('GET /api/teams/{id}', { params: { id } }), fresh);
            }}
          />
        }
        notes={
          <>
            <FormNotes typedAt={form.typedAt} isChanged={isChanged} onDrop={form.drop} />
            {hit.length > 0 ? <Conflicts conflicts={hit} onChoose={form.choose} /> : null}
          </>
        }
        buttons={
          <>
            <Button
              look="outline"
              onClick={() => {
                form.drop();
                leave(null);
              }}
            >
              {isChanged ? 'Discard' : 'Cancel'}
            </Button>
            <Button className="main" type="submit" busy={form.busy} disabled={conflicts.length > 0}>
              {form.busy ? 'Saving…' : 'Save'}
            </Button>
          </>
        }
        onChange={form.type}
        onSubmit={async () => {
          const saved = await form.save();
          if (!saved) return;
          await adopt(urlOf('GET /api/teams/{id}', { params: { id } }), saved);
          leave('Saved.');
        }}
      />
    </Screen>
  );
}

/** Fields that are decided together, and what each of them says. */
const topics: {
  name: string;
  keys: readonly (keyof TeamValues)[];
  words: (values: TeamValues) => string;
}[] = [
  { name: 'Name', keys: ['name'], words: ({ name }) => name },
  {
    name: 'Activity',
    keys: ['activity'],
    words: ({ activity }) => (activity ? activities[activity].name : ''),
  },
  {
    name: 'Colour',
    keys: ['color'],
    words: ({ color }) => (color ? colorNames[color] : 'The activity’s own'),
  },
  { name: 'Club', keys: ['organizationId'], words: () => '' },
  { name: 'For whom', keys: ['level', 'ageMin', 'ageMax'], words: forWhomText },
  { name: 'Season', keys: ['season'], words: ({ season }) => season },
  { name: 'Region', keys: ['region'], words: ({ region }) => region },
  { name: 'Description', keys: ['description'], words: ({ description }) => description },
  {
    name: 'Who sees the team',
    keys: ['visibility'],
    words: ({ visibility }) => visibilityNames[visibility],
  },
  { name: 'How people join', keys: ['openness'], words: ({ openness }) => opennessNames[openness] },
  {
    name: 'Who sees the names',
    keys: ['rosterVisibility'],
    words: ({ rosterVisibility }) => rosterNames[rosterVisibility],
  },
];
