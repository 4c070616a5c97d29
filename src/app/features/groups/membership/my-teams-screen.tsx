// My teams, invitations and requests to join, my organizations, and a field for an invite code.
import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import type { Answer } from '../../../../contract/api.ts';
import { useResource } from '../../../data/resources/use-resource.ts';
import { useSession } from '../../../data/session/session.ts';
import { CardList } from '../../../entities/lists/card-list.tsx';
import { CardSkeletons } from '../../../entities/lists/card-skeletons.tsx';
import { HeaderTools } from '../../../entities/people/header-tools.tsx';
import { OrganizationRow } from '../../../entities/people/people-cards.tsx';
import { useViewer } from '../../../format/use-viewer.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/forms/field.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { type ListPane, useFirst } from '../../../ui/page/panes.ts';
import { Screen } from '../../../ui/page/screen.tsx';
import { EmptyState, ErrorState } from '../../../ui/page/state.tsx';
import { t } from '../../../words/t.ts';
import { JoinByCode } from './join-by-code.tsx';
import { loadWays } from './membership-line.tsx';
import { columns, Heading, TeamGroup } from './team-group.tsx';

/** The actions of invitations. */
export const loadParts = loadWays;

export function MyTeamsScreen({ chosenId, onFirst }: ListPane) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const isCoach = useSession().user?.type === 'coach';
  return (
    <Screen
      pane
      wide
      title={t('My Teams')}
      tools={<HeaderTools />}
      action={
        isCoach ? (
          <ButtonLink to="/my/teams/new">
            <Icon name="plus" size={18} />
            {t('New team')}
          </ButtonLink>
        ) : null
      }
    >
      <chakra.div mb={refusal ? '6' : '0'}>
        <FormError message={refusal} />
      </chakra.div>
      <Teams onRefusal={setRefusal} isCoach={isCoach} chosenId={chosenId} onFirst={onFirst} />
    </Screen>
  );
}

function Teams({
  onRefusal,
  isCoach,
  chosenId,
  onFirst,
}: Omit<ListPane, 'search'> & { onRefusal: (sentence: string | null) => void; isCoach: boolean }) {
  const teams = useResource('GET /api/users/me/teams', {});
  const { data, error, mutate } = teams;
  const first = data?.items.find(({ membership }) => membership.status === 'active');
  const organizations = useResource('GET /api/users/me/organizations', {}, { excludedFromFreshness: true });
  useFirst(data && (first ? `/teams/${first.id}` : null), 'teams', onFirst);
  if (!data && error) return <ErrorState error={error} onRetry={() => void mutate()} />;
  // What is below the organizations would move.
  if (!data || organizations.isLoading)
    return <CardSkeletons rows="group" label={t('Loading teams')} count={4} />;
  const ofMine = <Organizations items={organizations.data?.items} isCoach={isCoach} />;
  const mine = data.items.filter((team) => team.membership.status === 'active');
  const invited = data.items.filter((team) => team.membership.status === 'invited');
  const asked = data.items.filter((team) => team.membership.status === 'requested');
  if (data.items.length === 0)
    return (
      <>
        <EmptyState
          icon="users"
          title={t("You're not in a team yet")}
          action={
            isCoach ? (
              <ButtonLink to="/my/teams/new">{t('Create your first team')}</ButtonLink>
            ) : (
              <>
                <ButtonLink to="/explore/teams">{t('Explore teams')}</ButtonLink>
                <ButtonLink to="/my/teams/new" look="quiet">
                  {t('You coach a team? Create it')}
                </ButtonLink>
              </>
            )
          }
        >
          {isCoach
            ? t('Create the team you coach, or join one with an invite link.')
            : t('Find one near you, or ask your coach for an invitation.')}
        </EmptyState>
        {ofMine}
        <JoinByCode />
      </>
    );
  return (
    <>
      <TeamGroup title={t('Invitations')} teams={invited} chosenId={chosenId} onRefusal={onRefusal} />
      <TeamGroup
        title={t('My teams')}
        teams={mine}
        chosenId={chosenId}
        onRefusal={onRefusal}
        isAlone={data.items.length === mine.length}
      />
      <TeamGroup title={t('You asked to join')} teams={asked} chosenId={chosenId} onRefusal={onRefusal} />
      {ofMine}
      <JoinByCode />
    </>
  );
}

/** My organizations; coaches can add one. `items`: undefined where there is no answer. */
function Organizations({
  items: mine,
  isCoach,
}: {
  items: Answer<'GET /api/users/me/organizations'>['items'] | undefined;
  isCoach: boolean;
}) {
  const viewer = useViewer();
  if (!mine || (mine.length === 0 && !isCoach)) return null;
  return (
    <>
      <Heading>{t('My organizations')}</Heading>
      {mine.length > 0 ? (
        <CardList rows="group" gridTemplateColumns={columns}>
          {mine.map((organization) => (
            <OrganizationRow key={organization.id} item={organization} viewer={viewer} />
          ))}
        </CardList>
      ) : null}
      {isCoach ? (
        <chakra.div mt="3">
          <ButtonLink look="outline" to="/my/organizations/new">
            <Icon name="plus" size={18} />
            {t('New organization')}
          </ButtonLink>
        </chakra.div>
      ) : null}
    </>
  );
}
