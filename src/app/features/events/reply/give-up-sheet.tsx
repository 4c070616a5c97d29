// Asks before a place, a waitlist position or a request is given up, and first says what happens to the
// money.
import { chakra } from '@chakra-ui/react/styled-system';
import type { MyEvent } from '../../../../contract/events/events.ts';
import { ApiError } from '../../../data/http/problem.ts';
import type { ReplyChoice } from '../../../data/outbox/replies.ts';
import { useResource } from '../../../data/resources/use-resource.ts';
import { useNow, useViewer } from '../../../format/use-viewer.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/dialogs/sheet.tsx';
import { Skeleton } from '../../../ui/page/state.tsx';
import { dependsOnPayment, linesOfEvent, linesOfPayment } from './give-up-lines.ts';

const Text = chakra('div', {
  base: { display: 'grid', gap: '2', color: 'fg.muted', '& .money': { color: 'fg', fontWeight: '600' } },
});

const words = {
  waitlisted: {
    title: 'Leave the waitlist?',
    text: 'Your position goes to the next.',
    go: 'Leave the waitlist',
    stay: 'Keep waiting',
  },
  pendingApproval: {
    title: 'Take back your request?',
    text: 'You can ask again as long as registration is open.',
    go: 'Take it back',
    stay: 'Keep asking',
  },
  offered: {
    title: 'Let this place go?',
    text: 'It is offered to the next on the waitlist.',
    go: 'Let it go',
    stay: 'Decide later',
  },
  other: {
    title: 'Give up your place?',
    text: 'It goes to the next who waits for one.',
    go: 'Give up my place',
    stay: 'Keep my place',
  },
} as const;

export function GiveUpSheet({
  event,
  onGiveUp,
  onClose,
}: {
  event: MyEvent;
  onGiveUp: (choice: ReplyChoice) => void;
  onClose: () => void;
}) {
  const { locale } = useViewer();
  const now = useNow();
  const state = event.registration?.state ?? 'other';
  const { title, text, go, stay } = state in words ? words[state as keyof typeof words] : words.other;
  const at = { locale, now };
  // Payment and refund always come from the server, never from the device.
  const { data, error } = useResource(
    'GET /api/events/{id}/payment',
    dependsOnPayment(event) ? { params: { id: event.id } } : null,
  );
  const isNone = error instanceof ApiError && error.status === 404;
  const isAsking = dependsOnPayment(event) && !data && !error;
  const money =
    data || isNone ? linesOfPayment(isNone ? null : (data ?? null), event, at) : linesOfEvent(event, at);
  return (
    <Sheet title={title} onClose={onClose}>
      <Text>
        {isAsking ? (
          <Skeleton h="6" w="75%" />
        ) : (
          money.map((line) => (
            <p key={line} className="money">
              {line}
            </p>
          ))
        )}
        <p>{text}</p>
      </Text>
      <div className="foot">
        <Button look="danger" busy={isAsking} onClick={() => onGiveUp('cancel')}>
          {go}
        </Button>
        {event.can.respond && state === 'confirmed' ? (
          <Button look="outline" busy={isAsking} onClick={() => onGiveUp('tentative')}>
            Give it up, but maybe I come
          </Button>
        ) : null}
        <Button look="outline" onClick={onClose}>
          {stay}
        </Button>
      </div>
    </Sheet>
  );
}
