// Replies to a series as queued writes: one reply for all future dates, or for those between two days.
import type { MyEventSummary } from '../../../contract/events/events.ts';
import type { Response } from '../../../contract/values/enums.ts';
import { dayIn } from '../../format/when.ts';
import { type Message, msg, t } from '../../words/t.ts';
import type { QueuedWrite } from './outbox.ts';

const call = 'PUT /api/series/{id}/registration';

/** The first and the last day of the reply; null is unbounded. */
export type Days = { from: string | null; to: string | null };

/** The id of the series that a queued write replies to; null for other writes. */
export const seriesOfReply = (row: QueuedWrite): string | null =>
  row.call === call ? (row.params.id ?? null) : null;

/** Whether a write that is queued replies to a date of a series, for the first time or again. */
export function isSeriesReplyFor(
  row: QueuedWrite,
  { series, timeZone, startsAt }: Pick<MyEventSummary, 'series' | 'timeZone' | 'startsAt'>,
): boolean {
  if (row.refusal || !series || seriesOfReply(row) !== series.id || row.body.askedAgain) return false;
  const { from = '', to = '9999' } = row.body as { from?: string; to?: string };
  const day = dayIn(timeZone, startsAt);
  return from <= day && day <= to;
}

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

/**
 * Takes free places at the dates of some days that ask for a first reply; the others stay as they are. `about`: `12 dates: Evening
 * row`. The subject is its own: an unsent reply to all dates of these days says more, and stays.
 */
export const replyToUnanswered = (id: string, days: { from: string; to: string }, about: string) =>
  ({
    call,
    params: { id },
    body: {
      response: 'attending',
      ifFull: 'ask',
      unanswered: true,
      ...days,
      occurredAt: new Date().toISOString(),
    },
    subject: `${seriesReplySubject(id, days)}:unanswered`,
    title: t(titles.attending, { about }),
  }) as const;

/** Confirms the dates that moved, and leaves the others unchanged. `about`: `12 dates: Evening row`. */
export const replyToMovedDates = (id: string, about: string) =>
  ({
    call,
    params: { id },
    body: { response: 'attending', askedAgain: true, occurredAt: new Date().toISOString() },
    title: t('Still coming to {about}', { about }),
  }) as const;
