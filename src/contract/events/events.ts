// Events as they are read: in lists, by a visitor, by someone signed in; their roster and attendance.
import { z } from 'zod';
import {
  ActivitySchema,
  AgeSchema,
  CountSchema,
  DaySchema,
  EventStatusSchema,
  IdSchema,
  ImagePathSchema,
  InstantSchema,
  LevelSchema,
  MoneySchema,
  OrganizerRefSchema,
  PersonSchema,
  pageOf,
  pageQuery,
  RosterPersonSchema,
  VersionSchema,
} from '../common.ts';
import { endpoints } from '../endpoint.ts';
import { BlockSchema } from '../text.ts';
import {
  attendanceModes,
  attendanceStatuses,
  attendingLeads,
  dueWays,
  eventKinds,
  eventOwnerKinds,
  eventRosterVisibilities,
  eventVisibilities,
  joinPolicies,
  publications,
  registrationStates,
} from '../values/words.ts';
import { AttendanceCountsSchema, ReplyCountsSchema } from './event-counts.ts';

/** An event in a list (docs/product.md, "Wire rules"). `price` is the lowest offer's; null means free. Capacity null means unlimited. */
export const EventSummarySchema = z.object({
  id: IdSchema,
  slug: z.string(),
  name: z.string(),
  kind: z.enum(eventKinds),
  activities: z.array(ActivitySchema),
  level: LevelSchema.nullable(),
  startsAt: InstantSchema,
  endsAt: InstantSchema,
  timeZone: z.string(),
  attendanceMode: z.enum(attendanceModes),
  place: z.object({ name: z.string(), region: z.string() }).nullable(),
  organizer: OrganizerRefSchema.nullable(),
  leaders: z.array(z.object({ id: IdSchema, name: z.string() })),
  price: MoneySchema.nullable(),
  maximumAttendeeCapacity: CountSchema.nullable(),
  remainingAttendeeCapacity: CountSchema.nullable(),
  waitlistEnabled: z.boolean(),
  eventStatus: EventStatusSchema,
  /** The start it had before, where it was rescheduled; the newest first. */
  previousStartDates: z.array(InstantSchema),
  image: ImagePathSchema,
});
export type EventSummary = z.infer<typeof EventSummarySchema>;

export const RegistrationSchema = z.object({
  state: z.enum(registrationStates),
  /** Place on the waitlist, 1 is next; null elsewhere. */
  position: CountSchema.nullable(),
  holdExpiresAt: InstantSchema.nullable(),
  version: VersionSchema,
  /** Since when it is asked whether the person still comes, as the times changed after they answered; null where it is not. */
  reconfirmAskedAt: InstantSchema.nullable(),
  /** The times that they answered for; null without that question. */
  answeredFor: z.object({ startsAt: InstantSchema, endsAt: InstantSchema }).nullable(),
});
export type Registration = z.infer<typeof RegistrationSchema>;

/**
 * What this viewer may do with an event. `see`: open its page; false for one that is only left in their past. `register`: reply `attending` from outside, see `attendingLeadsTo`.
 * `acceptPlace`: the same for a place that is offered. `respond`: reply `tentative` or `declined`.
 * `keepInterest`: reply `tentative` to a postponed event, to be notified of its new date.
 * `cancelRegistration`: give up a place, a wait or a request. `edit`: runs the event. `seeRoster`, `markAttendance`: a coach
 * of a team that does not own the event sees and marks the members of that team only.
 */
export const EventCanSchema = z.object({
  see: z.boolean(),
  register: z.boolean(),
  acceptPlace: z.boolean(),
  respond: z.boolean(),
  keepInterest: z.boolean(),
  cancelRegistration: z.boolean(),
  pay: z.boolean(),
  seeRoster: z.boolean(),
  edit: z.boolean(),
  cancel: z.boolean(),
  manageRegistrations: z.boolean(),
  markAttendance: z.boolean(),
});
/**
 * What those who run an event may do with it beside that. `archive`: it is over or cancelled. `delete`: a draft, or no one has
 * replied or was marked there.
 */
const MyEventCanSchema = EventCanSchema.extend({ archive: z.boolean(), delete: z.boolean() });
export type MyEventCan = z.infer<typeof MyEventCanSchema>;
/** Where replying `attending` would lead this viewer now; null when it would change nothing or be refused. */
const attendingLeadsTo = z.enum(attendingLeads).nullable();
export type EventCan = z.infer<typeof EventCanSchema>;

/** What I still have to pay for my place, until `registration.holdExpiresAt` or, in cash, to the organizer. */
const due = z
  .object({
    amount: MoneySchema,
    /** The offer that it is the price of; null where that is not known any more. */
    offerId: IdSchema.nullable(),
    way: z.enum(dueWays),
  })
  .nullable();

/**
 * The series that an event is a date of, and how many of its dates the viewer may open: for a visitor those that anyone may
 * open, if there are others. `askedAgain`: at how many of them the viewer is asked whether they still come. Null for an event
 * without a series.
 */
const series = z
  .object({ id: IdSchema, rrule: z.string(), count: CountSchema, askedAgain: CountSchema.optional() })
  .nullable();

/** An event in the list of someone signed in. */
export const MyEventSummarySchema = EventSummarySchema.extend({
  publication: z.enum(publications),
  registration: RegistrationSchema.nullable(),
  due,
  /** Null for those who do not run it. */
  replies: ReplyCountsSchema.nullable(),
  series,
  /** Null for those who do not run it, and while no one is marked. */
  attendance: AttendanceCountsSchema.nullable(),
  can: EventCanSchema,
  attendingLeadsTo,
});
export type MyEventSummary = z.infer<typeof MyEventSummarySchema>;

export const PlaceSchema = z.object({
  id: IdSchema,
  name: z.string(),
  address: z.string(),
  region: z.string(),
  countryCode: z.string(),
  latitude: z.number().min(-90).max(90).nullable(),
  longitude: z.number().min(-180).max(180).nullable(),
  directions: z.string().nullable(),
});

export const OfferSchema = z.object({
  id: IdSchema,
  name: z.string(),
  price: MoneySchema,
  /** Whom it is for, in the organizer's words. */
  eligibility: z.string().nullable(),
  /** The last instant of a full refund; null without such a promise. */
  refundUntil: InstantSchema.nullable(),
  /** The same as an ISO 8601 duration before the start, as planning takes it: `P2D`. */
  refundBefore: z.string().nullable(),
  /** May be paid on the spot. */
  acceptsOffline: z.boolean(),
});
export type Offer = z.infer<typeof OfferSchema>;

const eventDetail = EventSummarySchema.extend({
  version: VersionSchema,
  updatedAt: InstantSchema,
  publication: z.enum(publications),
  visibility: z.enum(eventVisibilities),
  /** Markdown as written. */
  description: z.string(),
  /** The same as data, ready to draw. */
  descriptionBlocks: z.array(BlockSchema),
  place: PlaceSchema.nullable(),
  teams: z.array(z.object({ id: IdSchema, name: z.string() })),
  leaders: z.array(PersonSchema),
  arriveMinutesBefore: CountSchema.nullable(),
  ageMin: AgeSchema.nullable(),
  ageMax: AgeSchema.nullable(),
  attendeeInstructions: z.string().nullable(),
  meetingPoint: z.string().nullable(),
  accessibilitySupport: z.array(z.string()),
  joinPolicy: z.enum(joinPolicies),
  rosterVisibility: z.enum(eventRosterVisibilities),
  publishedAt: InstantSchema.nullable(),
  registrationOpensAt: InstantSchema.nullable(),
  registrationClosesAt: InstantSchema.nullable(),
  /** Until when answers are wanted; later ones are taken, too. */
  repliesDueAt: InstantSchema.nullable(),
  /** The last instant of a full refund; null where there is no such promise or nothing to pay. */
  refundUntil: InstantSchema.nullable(),
  statusReason: z.string().nullable(),
  confirmedCount: CountSchema,
  waitlistedCount: CountSchema,
  can: EventCanSchema,
  attendingLeadsTo,
  /** What a place costs, the cheapest first; empty where nothing is sold. */
  offers: z.array(OfferSchema),
  series,
});

export const PublicEventSchema = eventDetail;
export type PublicEvent = z.infer<typeof PublicEventSchema>;

export const MyEventSchema = eventDetail.extend({
  can: MyEventCanSchema,
  registration: RegistrationSchema.nullable(),
  due,
  /** Where to join online; only for those with a place and those who run it. */
  onlineUrl: z.string().nullable(),
  /** Null for those who do not run it. */
  replies: ReplyCountsSchema.nullable(),
  /** Null for those who do not run it, and while no one is marked. */
  attendance: AttendanceCountsSchema.nullable(),
  /** The host of the followed calendar that does not have this match any more; null for those who do not run it. */
  goneFrom: z.string().nullable(),
  /** Whose event it is; null for those who do not run it. */
  owner: z.object({ kind: z.enum(eventOwnerKinds), id: IdSchema }).nullable(),
});
export type MyEvent = z.infer<typeof MyEventSchema>;

const eventParams = z.object({ id: IdSchema });

export const eventEndpoints = endpoints({
  'GET /api/events/public/{id}': {
    operationId: 'getPublicEvent',
    summary: 'An event as anyone may see it: counts, no names of attendees.',
    tag: 'events',
    access: 'public',
    offline: 'public',
    params: eventParams,
    status: 200,
    answer: PublicEventSchema,
    problems: ['gone'],
  },
  'GET /api/events/{id}': {
    operationId: 'getEvent',
    summary: 'An event as the person signed in sees it, with their registration and what they may do.',
    tag: 'events',
    access: 'session',
    offline: 'saved',
    params: eventParams,
    status: 200,
    answer: MyEventSchema,
    problems: ['gone'],
  },
  'GET /api/events/{id}/registrations': {
    operationId: 'listRegistrations',
    summary: 'The roster, for those whom the event shows it to.',
    tag: 'events',
    access: 'session',
    offline: 'saved',
    params: eventParams,
    query: z.strictObject(pageQuery),
    status: 200,
    answer: pageOf(
      RegistrationSchema.extend({
        user: RosterPersonSchema,
        /** Who replied for them; null where they did it themselves, and for those who do not run the event. */
        answeredBy: PersonSchema.pick({ id: true, name: true }).nullable(),
        note: z.string().nullable(),
        /** The absence that answered for them; null for every other answer, and for those who do not run the event. */
        away: z.object({ until: DaySchema, note: z.string().nullable() }).nullable(),
        respondedAt: InstantSchema,
      }),
    ),
    problems: ['not_permitted'],
  },
  'GET /api/events/{id}/attendance': {
    operationId: 'listAttendance',
    summary: 'The newest mark of each person, for those who may mark attendance.',
    tag: 'events',
    access: 'session',
    offline: 'saved',
    params: eventParams,
    status: 200,
    answer: z.object({
      items: z.array(
        z.object({
          user: PersonSchema,
          status: z.enum(attendanceStatuses),
          minutesLate: CountSchema.nullable(),
          occurredAt: InstantSchema,
        }),
      ),
    }),
    problems: ['not_permitted'],
  },
});
