// The members of the event's teams without a reply, with buttons to reply for each.

import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import type { MyEvent } from '../../../../contract/events/events.ts';
import { useWholeList } from '../../../data/resources/use-whole-list.ts';
import { Sheet } from '../../../ui/dialogs/sheet.tsx';
import { ErrorState, Skeleton } from '../../../ui/page/state.tsx';
import { StatusLine } from '../../../ui/status-line.tsx';
import { t } from '../../../words/t.ts';
import { AnswerFor } from './answer-for.tsx';
import type { Entry } from './reply-groups.ts';

const List = chakra('ul', {
  base: {
    '& li': { py: '2', borderTopWidth: '1px', borderColor: 'border' },
    '& .person': { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: '3' },
    '& .who': { flex: '1 1 7rem', minW: '0' },
    '& strong': { display: 'block', fontWeight: '600', lineHeight: '1.3' },
    '& small': { fontSize: 'sm', color: 'fg.muted' },
    '& .choices': { display: 'flex', flexWrap: 'wrap', gap: '2', '& button': { px: '3' } },
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
  const [said, setSaid] = useState<{ text: string } | null>(null);
  return (
    <Sheet title={t('Reply for someone')} onClose={onClose}>
      <StatusLine said={said} />
      {event.teams.map((team) => (
        <TeamMembers
          key={team.id}
          event={event}
          team={team}
          replied={replied}
          onAnswered={(text) => setSaid({ text })}
        />
      ))}
    </Sheet>
  );
}

function TeamMembers({
  event,
  team,
  replied,
  onAnswered,
}: {
  event: MyEvent;
  team: { id: string; name: string };
  replied: readonly Entry[];
  onAnswered: (text: string) => void;
}) {
  // Only the complete list tells who has not replied.
  const { whole, error, retry } = useWholeList('GET /api/teams/{id}/members', {
    params: { id: team.id },
    query: { limit: 100 },
  });
  if (!whole) return error ? <ErrorState error={error} onRetry={retry} /> : <Skeleton h="24" rounded="md" />;
  const known = new Set(replied.map(({ user }) => user.id));
  const people = whole.flatMap(({ user, role }) =>
    user && role === 'trainee' && !known.has(user.id) ? [user] : [],
  );
  return (
    <section>
      <chakra.h3 fontWeight="700" fontSize="sm" py="2">
        {people.length === 0
          ? t('{team}: everyone has replied', { team: team.name })
          : t('{team}: {count} without a reply', { team: team.name, count: people.length })}
      </chakra.h3>
      <List>
        {people.map((user) => (
          <AnswerFor
            key={user.id}
            event={event}
            user={user}
            note={user.hasAccount ? null : t('No account')}
            onAnswered={onAnswered}
          />
        ))}
      </List>
    </section>
  );
}
