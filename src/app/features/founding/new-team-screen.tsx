// /my/teams/new: a coach creates a team, of their own or of an organization that they run.
import { useNavigate } from 'react-router';
import type { MyOrganization } from '../../../contract/me.ts';
import { useAdopt } from '../../data/adopt.ts';
import { callApi } from '../../data/call.ts';
import { useSession } from '../../data/session.ts';
import { useResource } from '../../data/use-resource.ts';
import { Button } from '../../ui/button.tsx';
import { DraftState } from '../../ui/draft-state.tsx';
import { useQuery } from '../../ui/router.tsx';
import { Said } from '../../ui/said.tsx';
import { Screen } from '../../ui/screen.tsx';
import { FormNotes } from './form-notes.tsx';
import { AddressNotice, CoachesOnly } from './founder.tsx';
import { loadingForm } from './loading-form.tsx';
import { TeamForm } from './team-form.tsx';
import { useGroupForm } from './use-group-form.ts';
import { newTeam, newTeamBody, teamBody, teamComplaints, teamValuesOf } from './values.ts';

export function NewTeamScreen() {
  const { user } = useSession();
  const wanted = useQuery().get('organization');
  const mine = useResource('GET /api/users/me/organizations', {});
  if (user?.type !== 'coach') return <CoachesOnly things="teams" />;
  // Without an answer the form begins all the same: a team needs no club.
  if (!mine.data && !mine.error) return loadingForm;
  const clubs = (mine.data?.items ?? []).filter(({ canCreateTeam }) => canCreateTeam);
  const club = clubs.find(({ id }) => id === wanted) ?? null;
  return <NewTeam key={`${user.id} ${club?.id}`} userId={user.id} clubs={clubs} club={club} />;
}

function NewTeam({
  userId,
  clubs,
  club,
}: {
  userId: string;
  clubs: readonly MyOrganization[];
  club: MyOrganization | null;
}) {
  const navigate = useNavigate();
  const adopt = useAdopt();
  const form = useGroupForm({
    userId,
    draftName: club ? `team new ${club.id}` : 'team new',
    group: null,
    begin: newTeam(club?.id ?? '', club?.activities[0] ?? '', club?.region ?? ''),
    valuesOf: teamValuesOf,
    complaintsOf: teamComplaints,
    found: (values, id) => callApi('POST /api/teams', { body: newTeamBody(values, id) }),
    edit: (values, keys, { id, version }) =>
      callApi('PATCH /api/teams/{id}', { params: { id }, body: { ...teamBody(values, keys), version } }),
    reload: async () => undefined,
  });
  return (
    <Screen action={<DraftState isKept={form.isChanged} />}>
      <Said />
      <TeamForm
        values={form.values}
        errors={form.errors}
        clubs={clubs}
        logo={null}
        notes={
          <>
            <AddressNotice />
            <FormNotes typedAt={form.typedAt} isChanged={form.isChanged} onDrop={form.drop} />
          </>
        }
        buttons={
          <Button className="main" type="submit" busy={form.busy}>
            {form.busy ? 'Creating…' : 'Create the team'}
          </Button>
        }
        onChange={form.type}
        onSubmit={async () => {
          const team = await form.save();
          if (!team) return;
          await adopt('GET /api/teams/{id}', { params: { id: team.id } }, team);
          if (club) await adopt('GET /api/organizations/{id}', { params: { id: club.id } }, null);
          navigate(`/teams/${team.id}`, { replace: true, state: { said: `${team.name} is created.` } });
        }}
      />
    </Screen>
  );
}
