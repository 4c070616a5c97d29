// The members of the event's teams without a reply, with buttons to reply for each.

import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import type { MyEvent } from '../../../../contract/events/events.ts';
import { useWholeList } from '../../../data/resources/use-whole-list.ts';
import { listText } from '../../../format/intl.ts';
import { useViewer } from '../../../format/use-viewer.ts';
import { Sheet } from '../../../ui/dialogs/sheet.tsx';
import { ErrorState, Skeleton } from '../../../ui/page/state.tsx';
import { StatusLine } from '../../../ui/status-line.tsx';
import { t } from '../../../words/t.ts';
import { AnswerFor } from './answer-for.tsx';

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

export function AddSheet({ event, onClose }: { event: MyEvent; onClose: () => void }) {
  const [said, setSaid] = useState<{ text: string } | null>(null);
  return (
    <Sheet title={t('Reply for someone')} onClose={onClose}>
      <StatusLine said={said} />
      <Members event={event} onAnswered={(text) => setSaid({ text })} />
    </Sheet>
  );
}

function Members({ event, onAnswered }: { event: MyEvent; onAnswered: (text: string) => void }) {
  const { locale } = useViewer();
  // Of all teams: the members of a team that its coach alone may read are in this list, too.
  const { whole, error, retry } = useWholeList('GET /api/events/{id}/reminders', {
    params: { id: event.id },
    query: { limit: 100 },
  });
  if (!whole) return error ? <ErrorState error={error} onRetry={retry} /> : <Skeleton h="24" rounded="md" />;
  const people = whole.filter(({ isAskedAgain }) => !isAskedAgain);
  const team = listText(
    locale,
    event.teams.map(({ name }) => name),
  );
  return (
    <section>
      <chakra.h3 fontWeight="700" fontSize="sm" py="2">
        {people.length === 0
          ? t('{team}: everyone has replied', { team })
          : t('{team}: {count} without a reply', { team, count: people.length })}
      </chakra.h3>
      <List>
        {people.map(({ user }) => (
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
