// The form of a team that is there, with what of it is not saved yet and what was changed elsewhere meanwhile.
import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router';
import { activities } from '../../../contract/activities.ts';
import type { Team } from '../../../contract/groups.ts';
import { askAgain, useAdopt } from '../../data/adopt.ts';
import { callApi } from '../../data/call.ts';
import { Button } from '../../ui/button.tsx';
import { DraftState } from '../../ui/draft-state.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Skeleton } from '../../ui/state.tsx';
import { FormNotes } from './form-notes.tsx';
import { TeamForm } from './team-form.tsx';
import { useGroupForm } from './use-group-form.ts';
import { newTeam, type TeamValues, teamBody, teamComplaints, teamValuesOf } from './values.ts';
import {
  colorNames,
  defaultColorName,
  forWhomText,
  opennessNames,
  rosterNames,
  visibilityNames,
} from './words.ts';

const Conflicts = lazy(async () => ({
  default: (await import('../../ui/conflicts.tsx')).Conflicts,
})) as typeof import('../../ui/conflicts.tsx').Conflicts;
const LogoField = lazy(async () => ({ default: (await import('./logo-field.tsx')).LogoField }));

export function EditTeam({ team, userId }: { team: Team; userId: string }) {
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
    reload: async () => {
      const fresh = await askAgain('GET /api/teams/{id}', { params: { id } });
      await adopt('GET /api/teams/{id}', { params: { id } }, fresh);
      return fresh;
    },
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
          <Suspense fallback={<Skeleton h="6rem" />}>
            <LogoField
              scope="team"
              group={team}
              onSaved={(logo) => adopt('GET /api/teams/{id}', { params: { id } }, { ...team, logo })}
            />
          </Suspense>
        }
        notes={
          <>
            <FormNotes typedAt={form.typedAt} isChanged={isChanged} onDrop={form.drop} />
            <Suspense fallback={null}>
              {hit.length > 0 ? <Conflicts conflicts={hit} onChoose={form.choose} /> : null}
            </Suspense>
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
          await adopt('GET /api/teams/{id}', { params: { id } }, saved);
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
    words: ({ color }) => (color ? colorNames[color] : defaultColorName),
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
