// The names of the contract's schemas in the OpenAPI document: an export `PlaceSchema` is `Place`.
import { z } from 'zod';
import * as common from '../../contract/common.ts';
import * as absences from '../../contract/events/absences.ts';
import * as eventCounts from '../../contract/events/event-counts.ts';
import * as events from '../../contract/events/events.ts';
import * as explore from '../../contract/events/explore.ts';
import * as payments from '../../contract/events/payments.ts';
import * as places from '../../contract/events/places.ts';
import * as planning from '../../contract/events/planning.ts';
import * as recurrence from '../../contract/events/recurrence.ts';
import * as registrations from '../../contract/events/registrations.ts';
import * as auth from '../../contract/people/auth.ts';
import * as calendarFeeds from '../../contract/people/calendar-feeds.ts';
import * as groups from '../../contract/people/groups.ts';
import * as me from '../../contract/people/me.ts';
import * as memberships from '../../contract/people/memberships.ts';
import * as notifications from '../../contract/people/notifications.ts';
import * as people from '../../contract/people/people.ts';
import * as rosters from '../../contract/people/rosters.ts';
import * as text from '../../contract/text.ts';

const modules = [
  ...[common, absences, eventCounts, events, explore, payments, places, planning, recurrence, registrations],
  ...[auth, calendarFeeds, groups, me, memberships, notifications, people, rosters, text],
];

/** Objects and their like. A name says nothing more of a string or a number than its description. */
const isNamed = (value: unknown): value is z.ZodType =>
  value instanceof z.ZodObject || value instanceof z.ZodEnum || value instanceof z.ZodDiscriminatedUnion;

/** The names of exported schemas. */
export const schemaNames: ReadonlyMap<z.ZodType, string> = new Map(
  modules.flatMap((module) =>
    Object.entries<unknown>(module).flatMap(([name, value]) =>
      isNamed(value) ? [[value, name.replace(/Schema$/, '')] as const] : [],
    ),
  ),
);
