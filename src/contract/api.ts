// The whole API: every endpoint by method and path. Server, documentation and tests read it; the page reads its types.
import type { z } from 'zod';
import { absenceEndpoints } from './absences.ts';
import { accountEndpoints } from './account.ts';
import { authEndpoints } from './auth.ts';
import { calendarFeedEndpoints } from './calendar-feeds.ts';
import { eventEndpoints } from './events.ts';
import { exploreEndpoints } from './explore.ts';
import { fixtureEndpoints, fixtureSourceEndpoints } from './fixtures.ts';
import { groupEndpoints } from './groups.ts';
import { instanceEndpoints } from './instance.ts';
import { managedMemberEndpoints } from './managed-members.ts';
import { meEndpoints } from './me.ts';
import { membershipEndpoints } from './memberships.ts';
import { notificationEndpoints } from './notifications.ts';
import { paymentEndpoints } from './payments.ts';
import { peopleEndpoints } from './people.ts';
import { pictureEndpoints } from './pictures.ts';
import { placeEndpoints } from './places.ts';
import { planningEndpoints } from './planning.ts';
import { registrationEndpoints } from './registrations.ts';
import { reminderEndpoints } from './reminders.ts';
import { rosterEndpoints } from './rosters.ts';
import { seriesEndpoints } from './series.ts';
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
  ...reminderEndpoints,
  ...paymentEndpoints,
  ...groupEndpoints,
  ...rosterEndpoints,
  ...membershipEndpoints,
  ...managedMemberEndpoints,
  ...peopleEndpoints,
  ...meEndpoints,
  ...absenceEndpoints,
  ...accountEndpoints,
  ...notificationEndpoints,
  ...calendarFeedEndpoints,
  ...pictureEndpoints,
  ...systemEndpoints,
  ...instanceEndpoints,
};

type Api = typeof api;
/** Method and path of a call, as in `GET /api/events/{id}`. */
export type Call = keyof Api;

type Part<K extends Call, Name extends string> = Api[K] extends { [N in Name]: infer T } ? T : undefined;
type In<T> = T extends z.ZodType ? z.input<T> : undefined;
type Out<T> = T extends z.ZodType ? z.output<T> : undefined;

/** What a caller sends. */
export type Params<K extends Call> = In<Part<K, 'params'>>;
export type Query<K extends Call> = In<Part<K, 'query'>>;
export type Body<K extends Call> = Api[K] extends { bodyType: 'image' } ? Blob : In<Part<K, 'body'>>;
/** What a handler gets, after validation. */
export type ParsedParams<K extends Call> = Out<Part<K, 'params'>>;
export type ParsedQuery<K extends Call> = Out<Part<K, 'query'>>;
export type ParsedBody<K extends Call> = Api[K] extends { bodyType: 'image' }
  ? Uint8Array
  : Api[K] extends { bodyType: 'signed' }
    ? string
    : Out<Part<K, 'body'>>;
/** What a success carries. */
export type Answer<K extends Call> = Out<Part<K, 'answer'>>;
