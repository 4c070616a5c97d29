// The tools of those who run a group on its page: inviting, and the list of members instead of the page's
// content.
import { chakra } from '@chakra-ui/react/styled-system';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { GroupCan, Team } from '../../../../contract/people/groups.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { MoreMenu } from '../../../ui/dialogs/more-menu.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { useQuery } from '../../../ui/navigation/router.tsx';
import { Skeleton } from '../../../ui/page/state.tsx';
import { t } from '../../../words/t.ts';
import { isNewTeam, NextSteps, offersFirstEvent } from '../next-steps.tsx';
import type { Inviting } from './invite-sheet.tsx';
import type { Scope } from './scope.ts';

const InviteSheet = lazy(async () => ({ default: (await import('./invite-sheet.tsx')).InviteSheet }));
const NextSeasonSheet = lazy(async () => ({
  default: (await import('../season/next-season-sheet.tsx')).NextSeasonSheet,
}));
const MembersPanel = lazy(async () => ({ default: (await import('./members-panel.tsx')).MembersPanel }));

const Bar = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '2',
    // As in the tools of an event (event-tools.tsx).
    '& > :not(dialog)': { px: { base: '12px', sm: '18px' } },
    '& > a svg, & > .main svg': { smDown: { display: 'none' } },
    '& > a, & > .main': { flex: { base: '1 1 auto', lg: 'none' } },
    '& > .asked': { flexBasis: { base: '100%', lg: 'auto' } },
    px: { base: '4', sm: '5', lg: '8' },
    pt: '4',
    pb: '1',
  },
});
const Members = chakra('section', {
  base: {
    px: { base: '4', sm: '5', lg: '8' },
    pt: '6',
    maxW: '48rem',
    '& > h2': { fontSize: 'lg', fontWeight: '700', mb: '2' },
  },
});

type Managed = Inviting & { can: GroupCan; requestCount: number | null; teams?: readonly unknown[] };

/** `children`: the page's own content. */
export function Manage({
  scope,
  group,
  team = null,
  onChanged,
  children,
}: {
  scope: Scope;
  group: Managed;
  /** Set where the group is a team. */
  team?: Team | null;
  onChanged: () => Promise<unknown>;
  children: ReactNode;
}) {
  const { id, can, requestCount } = group;
  const params = useQuery();
  const [isInviting, setInviting] = useState(false);
  const [isStarting, setStarting] = useState(false);
  const path = `/${scope}s/${id}`;
  const isOpen = can.manageMembers && params.has('members');
  // For a new team, the next steps contain Invite, and New event until the first one is planned.
  const isNew = team !== null && isNewTeam(team) && !isOpen;
  const hasNoTeam = scope === 'organization' && group.teams?.length === 0;
  const newTeam =
    scope === 'organization' && can.edit ? (
      <ButtonLink look={hasNoTeam ? 'solid' : 'outline'} to={`/my/teams/new?organization=${id}`}>
        <Icon name="plus" size={18} />
        {t('New team')}
      </ButtonLink>
    ) : null;
  const hasMore =
    !isOpen &&
    ((can.invite && can.manageMembers && !isNew) ||
      (newTeam !== null && !hasNoTeam) ||
      (team !== null && (can.createEvent || can.startNextSeason)));
  return (
    <>
      {isNew ? <NextSteps team={team} onInvite={() => setInviting(true)} /> : null}
      <Bar>
        {can.manageMembers && requestCount && !isOpen ? (
          <ButtonLink look="outline" className="asked" to={`${path}?members=requested`}>
            {t('{requestCount, plural, one {# person wants} other {# people want}} to join', {
              requestCount,
            })}
          </ButtonLink>
        ) : null}
        {hasNoTeam && !isOpen ? newTeam : null}
        {can.createEvent && !isOpen && !(isNew && offersFirstEvent(team)) ? (
          <ButtonLink look={hasNoTeam ? 'outline' : 'solid'} to={`/my/events/new?${scope}=${id}`}>
            <Icon name="plus" size={18} />
            {t('New event')}
          </ButtonLink>
        ) : null}
        {can.manageMembers ? (
          <ButtonLink look="outline" to={isOpen ? path : `${path}?members=active`}>
            <Icon name={isOpen ? 'arrow-left' : 'users'} size={18} />
            {isOpen
              ? t('Back to the {scope, select, team {team} other {organization}}', { scope })
              : t('Members')}
          </ButtonLink>
        ) : null}
        {can.invite && !isNew && (isOpen || !can.manageMembers) ? (
          <Button look="outline" className="main" aria-haspopup="dialog" onClick={() => setInviting(true)}>
            <Icon name="user-plus" size={18} />
            {t('Invite')}
          </Button>
        ) : null}
        {hasMore ? (
          <MoreMenu label={t('More actions')}>
            {(close) => {
              const choose = (open: (isOpen: boolean) => void) => {
                close();
                open(true);
              };
              return (
                <>
                  {can.invite && can.manageMembers && !isNew ? (
                    <Button look="outline" aria-haspopup="dialog" onClick={() => choose(setInviting)}>
                      <Icon name="user-plus" size={18} />
                      {t('Invite')}
                    </Button>
                  ) : null}
                  {hasNoTeam ? null : newTeam}
                  {team && can.createEvent ? (
                    <>
                      <ButtonLink look="outline" to={`/teams/${id}/attendance`}>
                        <Icon name="circle-check" size={18} />
                        {t('Attendance')}
                      </ButtonLink>
                      <ButtonLink look="outline" to={`/teams/${id}/fixtures`}>
                        <Icon name="download" size={18} />
                        {t('Import matches')}
                      </ButtonLink>
                    </>
                  ) : null}
                  {team && can.startNextSeason ? (
                    <Button look="outline" aria-haspopup="dialog" onClick={() => choose(setStarting)}>
                      <Icon name="calendar-plus" size={18} />
                      {t('Next season')}
                    </Button>
                  ) : null}
                </>
              );
            }}
          </MoreMenu>
        ) : null}
      </Bar>
      {isOpen ? (
        <Members aria-labelledby="members">
          <h2 id="members">{t('Members')}</h2>
          <Suspense fallback={<Skeleton h="20rem" rounded="lg" />}>
            <MembersPanel
              scope={scope}
              id={id}
              path={path}
              requestCount={requestCount}
              onChanged={onChanged}
            />
          </Suspense>
        </Members>
      ) : (
        children
      )}
      <Suspense fallback={null}>
        {isInviting ? (
          <InviteSheet scope={scope} group={group} onChanged={onChanged} onClose={() => setInviting(false)} />
        ) : null}
        {isStarting && team ? <NextSeasonSheet team={team} onClose={() => setStarting(false)} /> : null}
      </Suspense>
    </>
  );
}
