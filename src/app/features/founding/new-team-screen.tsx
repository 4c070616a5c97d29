// /my/teams/new: a coach creates a team, of their own or of an organization that they run.

import type { Answer } from '../../../contract/api.ts';
import type { Team } from '../../../contract/people/groups.ts';
import { callApi } from '../../data/http/call.ts';
import { useAdopt } from '../../data/resources/adopt.ts';
import { useResource } from '../../data/resources/use-resource.ts';
import { useSession } from '../../data/session/session.ts';
import { DraftState } from '../../ui/forms/draft-state.tsx';
import { useQuery } from '../../ui/navigation/router.tsx';
import { FlashMessage } from '../../ui/page/flash-message.tsx';
import { FormSkeleton } from '../../ui/page/form-skeleton.tsx';
import { Screen } from '../../ui/page/screen.tsx';
import { t } from '../../words/t.ts';
import { teamSource } from './form/sources.ts';
import { TeamForm } from './form/team-form.tsx';
import { useGroupForm } from './form/use-group-form.ts';
import { newTeam, newTeamBody, type TeamValues } from './form/values.ts';
import { CoachesOnly } from './founder.tsx';
import { useNewFrame } from './new-frame.tsx';

type Organization = Answer<'GET /api/organizations/{id}'>;

export function NewTeamScreen() {
  const { user } = useSession();
  const wanted = useQuery().get('organization');
  const mine = useResource('GET /api/users/me/organizations', {});
  // A club that was just created is missing in an older cached list.
  const own = useResource('GET /api/organizations/{id}', wanted ? { params: { id: wanted } } : null);
  if (user?.type !== 'coach') return <CoachesOnly things="teams" />;
  // An error does not block the form: a team needs no club.
  if ((!mine.data && !mine.error) || (wanted && !own.data && !own.error)) return <FormSkeleton />;
  const club = own.data?.can.edit ? own.data : null;
  const others = (mine.data?.items ?? []).filter(({ id, canCreateTeam }) => canCreateTeam && id !== club?.id);
  const clubs = club ? [club, ...others] : others;
  // Not after the club, whose answer may arrive once something is typed.
  const draftName = wanted ? `team new ${wanted}` : 'team new';
  return (
    <NewTeam
      key={`${user.id} ${draftName}`}
      userId={user.id}
      draftName={draftName}
      clubs={clubs}
      club={club}
    />
  );
}

function NewTeam({
  userId,
  draftName,
  clubs,
  club,
}: {
  userId: string;
  draftName: string;
  clubs: readonly Pick<Organization, 'id' | 'name'>[];
  club: Organization | null;
}) {
  const adopt = useAdopt();
  const form = useGroupForm<TeamValues, Team>({
    ...teamSource,
    userId,
    draftName,
    group: null,
    initial: newTeam(club?.id ?? '', club?.activities[0] ?? '', club?.region ?? ''),
    create: (values, id) => callApi('POST /api/teams', { body: newTeamBody(values, id) }),
    reload: async () => undefined,
  });
  const frame = useNewFrame({
    form,
    scope: 'team',
    button: t('Create the team'),
    onCreated: async (team, note) => {
      await adopt('GET /api/teams/{id}', { params: { id: team.id } }, team);
      if (club) await adopt('GET /api/organizations/{id}', { params: { id: club.id } }, null);
      const said = clubNote(team, form.values.organizationId) + note;
      return t("You've created {name}.{said}", { name: team.name, said });
    },
  });
  return (
    <Screen action={<DraftState isSaved={form.isChanged} />}>
      <FlashMessage />
      <TeamForm {...frame} clubs={clubs} />
    </Screen>
  );
}

/** Where an earlier try, whose answer was lost, created the team in another club than the one chosen since. */
function clubNote({ organization }: Team, chosenId: string): string {
  if ((organization?.id ?? '') === chosenId) return '';
  const note = organization
    ? t("It is in {club}, as you first sent it. A team's organization can't change.", {
        club: organization.name,
      })
    : t("It is in no organization, as you first sent it. A team's organization can't change.");
  return ` ${note}`;
}
