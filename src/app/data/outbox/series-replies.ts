// Replies to a series as queued writes: one reply for all future dates, or for those between two days.
import type { Response } from '../../../contract/values/enums.ts';
import { type Message, msg, t } from '../../words/t.ts';
import type { QueuedWrite } from './outbox.ts';

const call = 'PUT /api/series/{id}/registration';

/** The first and the last day of the reply; null is unbounded. */
export type Days = { from: string | null; to: string | null };

/** The id of the series that a queued write replies to; null for other writes. */
export const seriesOfReply = (row: QueuedWrite): string | null =>
  row.call === call ? (row.params.id ?? null) : null;

/** The subject of the write: a newer reply for the same days replaces one that was never sent. */
export const seriesReplySubject = (id: string, { from, to }: Days): string =>
  `series-registration:${id}:${from ?? ''}:${to ?? ''}`;

const titles: Record<Response, Message> = {
  attending: msg('Going to {about}'),
  tentative: msg('Maybe going to {about}'),
  declined: msg("Can't make {about}"),
};

/** `about`: the dates and the series, such as `all dates: Evening row`. */
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

/** Confirms the dates that moved, and leaves the others unchanged. `about`: `12 dates: Evening row`. */
export const replyToMovedDates = (id: string, about: string) =>
  ({
    call,
    params: { id },
    body: { response: 'attending', askedAgain: true, occurredAt: new Date().toISOString() },
    title: t('Still coming to {about}', { about }),
  }) as const;
