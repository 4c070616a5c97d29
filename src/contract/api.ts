// All endpoints of the API, by method and path. Server, documentation and tests import the table; the app imports its types.
import type { z } from 'zod';
import { absenceEndpoints } from './events/absences.ts';
import { attendanceEndpoints } from './events/attendance.ts';
import { attendanceTableEndpoints } from './events/attendance-table.ts';
import { coachingHoursEndpoints } from './events/coaching-hours.ts';
import { eventEndpoints } from './events/events.ts';
import { exploreEndpoints } from './events/explore.ts';
import { fixtureEndpoints, fixtureSourceEndpoints } from './events/fixtures.ts';
import { paymentEndpoints } from './events/payments.ts';
import { placeEndpoints } from './events/places.ts';
import { planningEndpoints } from './events/planning.ts';
import { registrationEndpoints } from './events/registrations.ts';
import { reminderEndpoints } from './events/reminders.ts';
import { seriesEndpoints } from './events/series.ts';
import { instanceEndpoints } from './instance.ts';
import { liveEndpoints } from './live.ts';
import { accountEndpoints } from './people/account.ts';
import { authEndpoints } from './people/auth.ts';
import { busyEndpoints } from './people/busy.ts';
import { calendarFeedEndpoints } from './people/calendar-feeds.ts';
import { groupEndpoints } from './people/groups.ts';
import { managedMemberEndpoints } from './people/managed-members.ts';
import { meEndpoints } from './people/me.ts';
import { membershipEndpoints } from './people/memberships.ts';
import { notificationEndpoints } from './people/notifications.ts';
import { peopleEndpoints } from './people/people.ts';
import { rosterEndpoints } from './people/rosters.ts';
import { pictureEndpoints } from './pictures.ts';
import { systemEndpoints } from './system.ts';

export const api = {
  ...authEndpoints,
  ...exploreEndpoints,
  ...eventEndpoints,
  ...seriesEndpoints,
  ...registrationEndpoints,
  ...planningEndpoints,
  ...placeEndpoints,
  ...fixtureEndpoints,
  ...fixtureSourceEndpoints,
  ...attendanceEndpoints,
  ...attendanceTableEndpoints,
  ...coachingHoursEndpoints,
  ...reminderEndpoints,
  ...paymentEndpoints,
  ...groupEndpoints,
  ...rosterEndpoints,
  ...membershipEndpoints,
  ...managedMemberEndpoints,
  ...peopleEndpoints,
  ...meEndpoints,
  ...busyEndpoints,
  ...absenceEndpoints,
  ...accountEndpoints,
  ...notificationEndpoints,
  ...liveEndpoints,
  ...calendarFeedEndpoints,
  ...pictureEndpoints,
  ...systemEndpoints,
  ...instanceEndpoints,
};

type Api = typeof api;
/** Method and path, such as `GET /api/events/{id}`. */
export type Call = keyof Api;

type Part<K extends Call, Name extends string> = Api[K] extends { [N in Name]: infer T } ? T : undefined;
type In<T> = T extends z.ZodType ? z.input<T> : undefined;
type Out<T> = T extends z.ZodType ? z.output<T> : undefined;

/** The input types that a caller sends. */
export type Params<K extends Call> = In<Part<K, 'params'>>;
export type Query<K extends Call> = In<Part<K, 'query'>>;
export type Body<K extends Call> = Api[K] extends { bodyType: 'image' } ? Blob : In<Part<K, 'body'>>;
/** The output types that a handler gets after validation. */
export type ParsedParams<K extends Call> = Out<Part<K, 'params'>>;
export type ParsedQuery<K extends Call> = Out<Part<K, 'query'>>;
export type ParsedBody<K extends Call> = Api[K] extends { bodyType: 'image' }
  ? Uint8Array
  : Api[K] extends { bodyType: 'signed' }
    ? string
    : Out<Part<K, 'body'>>;
/** The body of a success. */
export type Answer<K extends Call> = Out<Part<K, 'answer'>>;
