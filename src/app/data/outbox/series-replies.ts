// One answer for the dates of a series, as a write that may wait: for all that are to come, or for those of some days.
import type { Response } from '../../../contract/values/words.ts';
import { type Message, msg, t } from '../../words/t.ts';
import type { QueuedWrite } from './outbox.ts';

const call = 'PUT /api/series/{id}/registration';

/** The first and the last day that are answered for; null is any. */
export type Days = { from: string | null; to: string | null };

/** The series that a waiting change is an answer for; null for other changes. */
export const seriesOfReply = (row: QueuedWrite): string | null =>
  row.call === call ? (row.params.id ?? null) : null;

/** What it is about: another answer for the same days takes its place as long as it was not sent. */
export const seriesReplySubject = (id: string, { from, to }: Days): string =>
  `series-registration:${id}:${from ?? ''}:${to ?? ''}`;

const titles: Record<Response, Message> = {
  attending: msg('Going to {about}'),
  tentative: msg('Maybe going to {about}'),
  declined: msg("Can't make {about}"),
};

/** `about`: which dates, and the series: `all dates: Evening row`. */
export function replyToSeries(id: string, response: Response, { from, to }: Days, about: string) {
  return {
    call,
    params: { id },
    body: {
      response,
      ...(from && { from }),
      ...(to && { to }),
      occurredAt: new Date().toISOString(),
    },
    title: t(titles[response], { about }),
  } as const;
}

/** Still coming to the dates that moved: the others stay as they are. `about`: `12 dates: Evening row`. */
export const replyToMovedDates = (id: string, about: string) =>
  ({
    call,
    params: { id },
    body: { response: 'attending', askedAgain: true, occurredAt: new Date().toISOString() },
    title: t('Still coming to {about}', { about }),
  }) as const;
