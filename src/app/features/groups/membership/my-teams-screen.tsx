// My teams, invitations and requests to join: my role, replies due, next event.
import { chakra } from '@chakra-ui/react/styled-system';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import type { MyTeam } from '../../../../contract/people/me.ts';
import { focusInvalid } from '../../../data/forms/focus-invalid.ts';
import { useResource } from '../../../data/resources/use-resource.ts';
import { useSession } from '../../../data/session/session.ts';
import { CardList } from '../../../entities/lists/card-list.tsx';
import { CardSkeletons } from '../../../entities/lists/card-skeletons.tsx';
import { HeaderTools } from '../../../entities/people/header-tools.tsx';
import { OrganizationRow } from '../../../entities/people/people-cards.tsx';
import { inviteCodeIn } from '../../../format/invite-code.ts';
import { useViewer, type Viewer } from '../../../format/use-viewer.ts';
import { clockTime, shortDay } from '../../../format/when.ts';
import { roleName } from '../../../format/words/vocabulary.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { FormError, TextField } from '../../../ui/forms/field.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { Link } from '../../../ui/navigation/router.tsx';
import { type ListPane, useFirst } from '../../../ui/page/panes.ts';
import { Screen } from '../../../ui/page/screen.tsx';
import { EmptyState, ErrorState } from '../../../ui/page/state.tsx';
import { initials } from '../../../ui/pictures/avatar.tsx';
import { useLoadedImage } from '../../../ui/pictures/use-loaded-image.ts';
import { FieldLines } from '../../../ui/sports-field/field-lines.tsx';
import { rich } from '../../../words/rich.ts';
import { t } from '../../../words/t.ts';
import { MembershipLine } from './membership-line.tsx';

const Heading = chakra('h2', {
  base: { fontSize: 'lg', fontWeight: '700', mt: '7', mb: '2.5', _first: { mt: '0' } },
});

/** On a wide screen the team stands beside the list. */
const columns = { base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))', xl: 'minmax(0, 1fr)' };

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

type OnRefusal = (sentence: string | null) => void;

function Teams({
  onRefusal,
  isCoach,
  chosenId,
  onFirst,
}: Omit<ListPane, 'search'> & { onRefusal: OnRefusal; isCoach: boolean }) {
  const teams = useResource('GET /api/users/me/teams', {});
  const { data, error, mutate } = teams;
  const first = data?.items.find(({ membership }) => membership.status === 'active');
  useFirst(data && (first ? `/teams/${first.id}` : null), 'teams', onFirst);
  if (!data) {
    if (error) return <ErrorState error={error} onRetry={() => void mutate()} />;
    return <CardSkeletons rows="group" label={t('Loading teams')} count={4} />;
  }
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
        <Organizations isCoach={isCoach} />
        <JoinByCode />
      </>
    );
  return (
    <>
      <Group title={t('Invitations')} teams={invited} chosenId={chosenId} onRefusal={onRefusal} />
      <Group
        title={t('My teams')}
        teams={mine}
        chosenId={chosenId}
        onRefusal={onRefusal}
        isAlone={data.items.length === mine.length}
      />
      <Group title={t('You asked to join')} teams={asked} chosenId={chosenId} onRefusal={onRefusal} />
      <Organizations isCoach={isCoach} />
      <JoinByCode />
    </>
  );
}

/** My organizations; coaches can add one. */
function Organizations({ isCoach }: { isCoach: boolean }) {
  const viewer = useViewer();
  const { data } = useResource('GET /api/users/me/organizations', {}, { excludedFromFreshness: true });
  const mine = data?.items ?? [];
  if (!data || (mine.length === 0 && !isCoach)) return null;
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

/** `isAlone`: there is no other group, so its heading is hidden. */
function Group({
  title,
  teams,
  chosenId,
  onRefusal,
  isAlone = false,
}: {
  title: string;
  teams: MyTeam[];
  chosenId: string | undefined;
  onRefusal: OnRefusal;
  isAlone?: boolean;
}) {
  if (teams.length === 0) return null;
  return (
    <>
      {isAlone ? <h2 className="sr">{title}</h2> : <Heading>{title}</Heading>}
      <TeamCards teams={teams} chosenId={chosenId} onRefusal={onRefusal} />
    </>
  );
}

function TeamCards({
  teams,
  chosenId,
  onRefusal,
}: {
  teams: MyTeam[];
  chosenId: string | undefined;
  onRefusal: OnRefusal;
}) {
  const viewer = useViewer();
  return (
    <CardList rows="group" gridTemplateColumns={columns}>
      {teams.map((team) => (
        <li key={team.id} data-row={team.id}>
          <TeamCard team={team} isChosen={team.id === chosenId} viewer={viewer} />
          {team.membership.status === 'active' ? null : (
            <MembershipLine
              bare
              scope="team"
              onRefusal={onRefusal}
              group={{ ...team, can: { join: team.membership.status === 'invited', leave: true } }}
            />
          )}
        </li>
      ))}
    </CardList>
  );
}

function TeamCard({
  team,
  isChosen,
  viewer: { locale },
}: {
  team: MyTeam;
  isChosen: boolean;
  viewer: Viewer;
}) {
  const { nextEvent, repliesOwed, membership } = team;
  const logo = useLoadedImage(team.logo);
  return (
    <article className={isChosen ? 'card chosen' : 'card'}>
      <div className="face" aria-hidden="true">
        <FieldLines activity={team.activity} color={team.color} crop="card" />
        {logo.src ? (
          <img {...logo} alt="" loading="lazy" decoding="async" />
        ) : (
          <span className="initials">{initials(team.name)}</span>
        )}
      </div>
      <div className="body">
        <h3 className="name">
          <Link to={`/teams/${team.id}`} aria-current={isChosen || undefined}>
            {team.name}
          </Link>
        </h3>
        <p className="line">
          {[team.organization?.name, roleName(membership.role), team.season].filter(Boolean).join(' · ')}
        </p>
        {nextEvent ? (
          <p className="line">
            {rich('Next: {name}, <time></time>', {
              name: nextEvent.name,
              time: () => (
                <time dateTime={nextEvent.startsAt}>
                  {shortDay(nextEvent.startsAt, nextEvent.timeZone, locale)},{' '}
                  {clockTime(nextEvent.startsAt, nextEvent.timeZone, locale)}
                </time>
              ),
            })}
          </p>
        ) : (
          <p className="line">{t('Nothing planned')}</p>
        )}
        {repliesOwed > 0 ? (
          <div className="foot">
            <span className="badge warn">
              {t('{repliesOwed, plural, one {# reply due} other {# replies due}}', { repliesOwed })}
            </span>
          </div>
        ) : null}
      </div>
    </article>
  );
}

const Code = chakra('form', {
  base: {
    mt: '9',
    maxW: '28rem',
    display: 'flex',
    alignItems: 'flex-end',
    flexWrap: 'wrap',
    gap: '3',
    '& > :first-of-type': { flex: '1 1 12rem' },
    '& > button': { minH: '48px' },
  },
});

function JoinByCode() {
  const navigate = useNavigate();
  const [fault, setFault] = useState<string>();
  return (
    <Code
      noValidate
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        const code = inviteCodeIn(String(new FormData(event.currentTarget).get('code')));
        if (code) return navigate(`/teams/join/${code}`);
        setFault(t('Type the code or paste the link you got'));
        focusInvalid(event.currentTarget);
      }}
    >
      <TextField
        label={t('Invite code or link')}
        name="code"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        error={fault}
      />
      <Button type="submit" look="outline">
        {t('Open')}
      </Button>
    </Code>
  );
}
