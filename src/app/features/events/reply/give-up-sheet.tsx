// Asks before a place, a waitlist position or a request is given up, and first says what happens to the
// money.
import { chakra } from '@chakra-ui/react/styled-system';
import { useId } from 'react';
import type { MyEvent } from '../../../../contract/events/events.ts';
import { ApiError } from '../../../data/http/problem.ts';
import type { ReplyChoice } from '../../../data/outbox/replies.ts';
import { useResource } from '../../../data/resources/use-resource.ts';
import { useNow, useViewer } from '../../../format/use-viewer.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/dialogs/sheet.tsx';
import { Skeleton } from '../../../ui/page/state.tsx';
import { msg, t } from '../../../words/t.ts';
import { dependsOnPayment } from '../payment/event-money.ts';
import { linesOfEvent, linesOfPayment } from './give-up-lines.ts';

const Text = chakra('div', {
  base: { display: 'grid', gap: '2', color: 'fg.muted', '& .money': { color: 'fg', fontWeight: '600' } },
});

const words = {
  waitlisted: {
    title: msg('Leave the waitlist?'),
    text: msg('The next person moves up.'),
    go: msg('Leave the waitlist'),
    stay: msg('Keep waiting'),
  },
  pendingApproval: {
    title: msg('Take back your request?'),
    text: msg('You can ask again as long as registration is open.'),
    go: msg('Take it back'),
    stay: msg('Keep my request'),
  },
  offered: {
    title: msg('Let this place go?'),
    text: msg("We'll offer it to the next person on the waitlist."),
    go: msg('Let it go'),
    stay: msg('Decide later'),
  },
  other: {
    title: msg('Give up your place?'),
    text: null,
    go: msg('Give up my place'),
    stay: msg('Keep my place'),
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
  const { locale, timeZone } = useViewer();
  const about = useId();
  const now = useNow();
  const state = event.registration?.state ?? 'other';
  const { title, text, go, stay } = state in words ? words[state as keyof typeof words] : words.other;
  const at = { locale, now, timeZone };
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
    <Sheet title={t(title)} about={about} onClose={onClose}>
      {/* Says what is known of the money only later. */}
      <Text id={about} role="status">
        {isAsking ? (
          <Skeleton h="6" w="75%" />
        ) : (
          money.map((line) => (
            <p key={line} className="money">
              {line}
            </p>
          ))
        )}
        {text ? (
          <p>{t(text)}</p>
        ) : event.waitlistedCount > 0 ? (
          <p>{t('It goes to the next person waiting.')}</p>
        ) : null}
      </Text>
      <div className="foot">
        <Button look="danger" busy={isAsking} onClick={() => onGiveUp('cancel')}>
          {t(go)}
        </Button>
        {event.can.respond && state === 'confirmed' ? (
          <Button look="outline" busy={isAsking} onClick={() => onGiveUp('tentative')}>
            {t('Give it up, but I might come')}
          </Button>
        ) : null}
        <Button look="outline" onClick={onClose}>
          {t(stay)}
        </Button>
      </div>
    </Sheet>
  );
}
