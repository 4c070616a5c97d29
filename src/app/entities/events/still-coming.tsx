// "Still coming?" for all moved dates of a series at once, for someone who had answered them.

import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import type { MyEvent } from '../../../contract/events/events.ts';
import type { SeriesReplyAnswer } from '../../../contract/events/registrations.ts';
import { replyToMovedDates } from '../../data/outbox/series-replies.ts';
import { useQueuedWrite } from '../../data/outbox/use-queued-write.ts';
import { refusalText } from '../../format/words/refusals.ts';
import { Button } from '../../ui/button.tsx';
import { rich } from '../../words/rich.ts';
import { t } from '../../words/t.ts';

const Box = chakra('div', {
  base: {
    // Above the link that covers a whole card.
    position: 'relative',
    pt: '2',
    '& button': { w: 'full', px: '2', fontSize: 'sm' },
    '& p': { fontSize: 'sm', color: 'fg.muted', py: '1' },
  },
});

type Props = {
  series: NonNullable<MyEvent['series']>;
  name: string;
  /** Called with the server's answer. */
  onAnswered?: (answer: SeriesReplyAnswer) => void;
};

/** Nothing where only one date asks. */
export function StillComingToAll({ series: { id, askedAgain: count = 0 }, name, onAnswered }: Props) {
  const { row, isSending, refused, trouble, send } = useQueuedWrite(`series-registration:${id}:moved`);
  const [left, setLeft] = useState(0);
  const answer = async () => {
    const about = t('{count, plural, one {# date} other {# dates}}: {name}', { count, name });
    const sent = await send<'PUT /api/series/{id}/registration'>(replyToMovedDates(id, about));
    if (sent?.kind !== 'done') return;
    setLeft(sent.answer.items.filter(({ outcome }) => outcome === 'refused').length);
    onAnswered?.(sent.answer);
  };
  const isWaiting = row !== null && row.refusal === null && !isSending;
  const said = isWaiting
    ? t('Still coming to all {count, plural, one {# date} other {# dates}} · will be sent', { count })
    : refused
      ? refusalText(refused)
      : (trouble ??
        (left > 0
          ? t('{left, plural, one {# date needs its own reply.} other {# dates need their own reply.}}', {
              left,
            })
          : ''));
  return (
    <Box>
      <div role="status">{said ? <p>{said}</p> : null}</div>
      {count > 1 && !isWaiting ? (
        <Button look="quiet" busy={isSending} onClick={() => void answer()}>
          {rich('Still coming to all {count, plural, one {# date} other {# dates}}<sr> of {name}</sr>', {
            count,
            name,
            sr: (text) => <span className="sr">{text}</span>,
          })}
        </Button>
      ) : null}
    </Box>
  );
}
