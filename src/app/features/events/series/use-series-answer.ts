// Sends one answer for many dates of a series, and describes the result.
import { useEffect, useState } from 'react';
import type { SeriesReplyAnswer } from '../../../../contract/events/registrations.ts';
import type { Series } from '../../../../contract/events/series.ts';
import type { Response } from '../../../../contract/values/enums.ts';
import { onLateAnswer } from '../../../data/outbox/outbox.ts';
import { type Days, replyToSeries, seriesReplySubject } from '../../../data/outbox/series-replies.ts';
import { useQueuedWrite } from '../../../data/outbox/use-queued-write.ts';
import { refusalText } from '../../../format/words/refusals.ts';
import { t } from '../../../words/t.ts';
import { type Outcome, outcomesOf } from './series-outcomes.ts';

/** `queued`: the message is valid while this answer is in the outbox. */
type Said = { text: string; outcomes: Outcome[]; queued?: Response };

/** `which`: the days in words. */
export function useSeriesAnswer(
  { id, name }: Pick<Series, 'id' | 'name'>,
  { days, which }: { days: Days; which: string },
) {
  const subject = seriesReplySubject(id, days);
  const command = useQueuedWrite(subject);
  const [lastSaid, setSaid] = useState<Said | null>(null);
  const show = (answered: SeriesReplyAnswer, response: Response) => {
    const outcomes = outcomesOf(answered, response);
    setSaid({ text: outcomes.map(({ text }) => text).join(' '), outcomes });
  };
  const queued = lastSaid?.queued;
  // The queued answer was sent later, while the person still looks at the dates.
  useEffect(() => {
    if (!queued) return undefined;
    return onLateAnswer(subject, (answered) => show(answered as SeriesReplyAnswer, queued));
  });
  const about = which === 'all' ? t('all dates') : which;
  const answer = async (response: Response): Promise<void> => {
    const sent = await command.send<'PUT /api/series/{id}/registration'>(
      replyToSeries(id, response, days, `${about}: ${name}`),
    );
    if (sent === null) setSaid(null);
    else if (sent.kind === 'waiting') {
      const text = t("Saved on this device for {about}. We'll send it as soon as possible.", { about });
      setSaid({ text, outcomes: [], queued: response });
    } else if (sent.kind === 'refused')
      setSaid({ text: t('{refusal} Nothing was changed.', { refusal: refusalText(sent) }), outcomes: [] });
    else show(sent.answer, response);
  };
  return {
    answer,
    isSending: command.isSending,
    /** Why the answer could be neither stored nor sent. */
    trouble: command.trouble,
    said: lastSaid?.queued && !command.row ? null : lastSaid,
  };
}
