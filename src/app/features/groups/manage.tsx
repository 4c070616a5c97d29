// What those who run a group find on its page: inviting, and the list of members in place of the page's own parts.
import { chakra } from '@chakra-ui/react/styled-system';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { GroupCan } from '../../../contract/groups.ts';
import { countOf } from '../../format/words.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useQuery } from '../../ui/router.tsx';
import { Skeleton } from '../../ui/state.tsx';
import type { Inviting } from './invite-sheet.tsx';
import type { Scope } from './scope.ts';

const InviteSheet = lazy(async () => ({ default: (await import('./invite-sheet.tsx')).InviteSheet }));
const MembersPanel = lazy(async () => ({ default: (await import('./members-panel.tsx')).MembersPanel }));

const Bar = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '2',
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

type Managed = Inviting & { can: GroupCan; requestCount: number | null };

/** `children` are the page's own parts. */
export function Manage({
  scope,
  group,
  locale,
  onChanged,
  children,
}: {
  scope: Scope;
  group: Managed;
  locale: string;
  onChanged: () => Promise<unknown>;
  children: ReactNode;
}) {
  const { id, can, requestCount } = group;
  const params = useQuery();
  const [isInviting, setInviting] = useState(false);
  const path = `/${scope}s/${id}`;
  const isOpen = can.manageMembers && params.has('members');
  return (
    <>
      <Bar>
        {can.createEvent ? (
          <ButtonLink to={`/my/events/new?${scope}=${id}`}>
            <Icon name="plus" size={18} />
            New event
          </ButtonLink>
        ) : null}
        {can.invite ? (
          <Button look="outline" onClick={() => setInviting(true)}>
            <Icon name="user-plus" size={18} />
            Invite
          </Button>
        ) : null}
        {can.manageMembers ? (
          <ButtonLink look="outline" to={isOpen ? path : `${path}?members=active`}>
            <Icon name={isOpen ? 'arrow-left' : 'users'} size={18} />
            {isOpen ? `Back to the ${scope}` : 'Members'}
          </ButtonLink>
        ) : null}
        {can.manageMembers && requestCount && !isOpen ? (
          <ButtonLink look="outline" to={`${path}?members=requested`}>
            {countOf(requestCount, 'person asks', 'people ask', locale)} to join
          </ButtonLink>
        ) : null}
      </Bar>
      {isOpen ? (
        <Members aria-labelledby="members">
          <h2 id="members">Members</h2>
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
      </Suspense>
    </>
  );
}
