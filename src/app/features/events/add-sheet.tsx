// Members of the event's teams who have not replied, each to be answered for.
import { chakra } from '@chakra-ui/react/styled-system';
import type { MyEvent } from '../../../contract/events.ts';
import { ChangeState } from '../../cards/change-state.tsx';
import { useList } from '../../data/use-resource.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { ErrorState, Skeleton } from '../../ui/state.tsx';
import type { Entry } from './reply-groups.ts';
import { useDecision } from './use-decision.ts';

const List = chakra('ul', {
  base: {
    '& li': { py: '2', borderTopWidth: '1px', borderColor: 'border' },
    '& .person': { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: '3' },
    '& strong': { flex: '1 1 7rem', minW: '0', fontWeight: '600', lineHeight: '1.3' },
    '& .choices': { display: 'flex', gap: '2', '& button': { px: '3' } },
  },
});

export function AddSheet({
  event,
  replied,
  onClose,
}: {
  event: MyEvent;
  replied: readonly Entry[];
  onClose: () => void;
}) {
  return (
    <Sheet title="Reply for someone" onClose={onClose}>
      {event.teams.map((team) => (
        <TeamMembers key={team.id} event={event} team={team} replied={replied} />
      ))}
    </Sheet>
  );
}

function TeamMembers({
  event,
  team,
  replied,
}: {
  event: MyEvent;
  team: { id: string; name: string };
  replied: readonly Entry[];
}) {
  const { items, error, retry, hasMore, loadMore, isLoadingMore } = useList('GET /api/teams/{id}/members', {
    params: { id: team.id },
    query: { limit: 100 },
  });
  if (!items) return error ? <ErrorState error={error} onRetry={retry} /> : <Skeleton h="24" rounded="md" />;
  const known = new Set(replied.map(({ user }) => user.id));
  const people = items.flatMap(({ user, role }) =>
    user && role === 'trainee' && !known.has(user.id) ? [user] : [],
  );
  return (
    <section>
      <chakra.h3 fontWeight="700" fontSize="sm" py="2">
        {team.name}: {people.length === 0 ? 'everyone has replied' : `${people.length} without a reply`}
      </chakra.h3>
      <List>
        {people.map((user) => (
          <Member key={user.id} event={event} user={user} />
        ))}
      </List>
      {hasMore ? (
        <Button look="outline" shape="wide" busy={isLoadingMore} onClick={loadMore}>
          Show more
        </Button>
      ) : null}
    </section>
  );
}

function Member({
  event,
  user,
}: {
  event: MyEvent;
  user: { id: string; name: string; avatarSrc: string | null };
}) {
  const decision = useDecision(event, user, 0);
  return (
    <li>
      <div className="person">
        <Avatar name={user.name} src={user.avatarSrc} size={36} />
        <strong>{user.name}</strong>
        <span className="choices">
          {(['attending', 'declined'] as const).map((response) => (
            <Button
              key={response}
              look="outline"
              busy={decision.isSending}
              aria-label={`${response === 'attending' ? 'Going' : "Can't go"}: ${user.name}`}
              onClick={() => void decision.decide({ action: 'reply', response })}
            >
              {response === 'attending' ? 'Going' : "Can't go"}
            </Button>
          ))}
        </span>
      </div>
      <ChangeState change={decision} about={user.name} onWait={decision.onWait} />
    </li>
  );
}
