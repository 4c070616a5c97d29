// iCalendar: a person's feeds for calendar programs, and single events as files.
import { z } from 'zod';
import { IdSchema, InstantSchema } from '../common.ts';
import { endpoints } from '../endpoint.ts';

/** Which events a feed contains. Empty `teams` means all of mine. */
const filters = {
  teams: z.array(IdSchema).max(50),
  /** Events I run. */
  includeCoaching: z.boolean(),
  /** Events of my teams that I have not replied to. */
  includeUnanswered: z.boolean(),
};

export const CalendarFeedSchema = z.object({
  id: IdSchema,
  createdAt: InstantSchema,
  /** Rounded to the hour. */
  lastFetchedAt: InstantSchema.nullable(),
  ...filters,
});

const mine = { tag: 'me', access: 'session', offline: 'never', problems: [] } as const;
const file = {
  status: 200,
  offline: 'never',
  answer: z.string(),
  answerType: 'text/calendar; charset=utf-8',
} as const;
const eventParams = z.object({ id: IdSchema });

export const calendarFeedEndpoints = endpoints({
  'POST /api/users/me/calendar-feed': {
    ...mine,
    secretField: 'url',
    operationId: 'createCalendarFeed',
    summary: 'Create a secret URL at which calendar programs find my events. Only this answer contains it.',
    body: z.strictObject({
      teams: filters.teams.default([]),
      includeCoaching: filters.includeCoaching.default(true),
      includeUnanswered: filters.includeUnanswered.default(true),
    }),
    status: 201,
    answer: z.object({ id: IdSchema, url: z.string() }),
    problems: ['not_permitted'],
  },
  'GET /api/users/me/calendar-feeds': {
    ...mine,
    operationId: 'listCalendarFeeds',
    summary: 'My live feeds, newest first, without their addresses.',
    status: 200,
    answer: z.object({ items: z.array(CalendarFeedSchema) }),
  },
  'DELETE /api/users/me/calendar-feeds/{id}': {
    ...mine,
    operationId: 'revokeCalendarFeed',
    summary: 'End a feed: its address answers 404 from now on.',
    params: z.object({ id: IdSchema }),
    status: 204,
    answer: null,
  },
  'GET /api/calendar/{token}.ics': {
    ...file,
    operationId: 'getCalendarFeed',
    summary: "A person's events as iCalendar (RFC 5545, RFC 7986). Anyone with the URL may read it.",
    tag: 'system',
    access: 'public',
    params: z.object({ token: z.string().regex(/^[\w-]{43}$/) }),
    problems: [],
  },
  'GET /api/events/public/{id}/calendar.ics': {
    ...file,
    operationId: 'getPublicEventCalendar',
    summary: 'One event as an iCalendar file, as anyone may see it.',
    tag: 'events',
    access: 'public',
    fileName: 'event.ics',
    params: eventParams,
    problems: ['gone'],
  },
  'GET /api/events/{id}/calendar.ics': {
    ...file,
    operationId: 'getEventCalendar',
    summary: 'One event that I may see, as an iCalendar file.',
    tag: 'events',
    access: 'session',
    fileName: 'event.ics',
    params: eventParams,
    problems: ['gone'],
  },
});
