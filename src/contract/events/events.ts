// Reads of events: in lists, for visitors and for signed-in users; their roster.
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
  refusalReasons,
  registrationStates,
} from '../values/enums.ts';
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
  /** The earlier starts of a rescheduled event, newest first. */
  previousStartDates: z.array(InstantSchema),
  image: ImagePathSchema,
});
export type EventSummary = z.infer<typeof EventSummarySchema>;

export const RegistrationSchema = z.object({
  state: z.enum(registrationStates),
  /** The position on the waitlist, from 1; null in other states. */
  position: CountSchema.nullable(),
  holdExpiresAt: InstantSchema.nullable(),
  version: VersionSchema,
  /** Since when the person has to confirm their reply, because the times changed; null if they need not. */
  reconfirmAskedAt: InstantSchema.nullable(),
  /** The times at their reply; null if they need not confirm it. */
  answeredFor: z.object({ startsAt: InstantSchema, endsAt: InstantSchema }).nullable(),
});
export type Registration = z.infer<typeof RegistrationSchema>;

/**
 * The newest attendance mark of the viewer, never of anyone else; null without one. Absent in answers that older versions saved.
 */
export const OwnMarkSchema = z
  .object({ status: z.enum(attendanceStatuses), minutesLate: CountSchema.nullable() })
  .nullable()
  .optional();
export type OwnMark = z.infer<typeof OwnMarkSchema>;

/**
 * What the viewer may do with an event. `see`: open its page; false if it is only in the list of their past events.
 * `register`: reply `attending`, see `attendingLeadsTo`. `acceptPlace`: the same for an offered place. `respond`: reply `tentative` or `declined`.
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
 * Further permissions of those who run an event. `archive`: it is over or cancelled. `delete`: it is a draft, or has no
 * replies and no attendance marks.
 */
const MyEventCanSchema = EventCanSchema.extend({ archive: z.boolean(), delete: z.boolean() });
export type MyEventCan = z.infer<typeof MyEventCanSchema>;
/** The result of replying `attending` now; null if it would change nothing or be refused. */
const attendingLeadsTo = z.enum(attendingLeads).nullable();
/**
 * Why replying `attending` would be refused; null where it would not be, and for people with a place except
 * `organizer_inactive`. Absent in answers that older versions saved.
 */
const attendingRefusedFor = z.enum(refusalReasons).nullable().optional();
export type EventCan = z.infer<typeof EventCanSchema>;

/** The amount that I have to pay: online until `registration.holdExpiresAt`, or to the organizer in cash. */
const due = z
  .object({
    amount: MoneySchema,
    /** The offer with this price; null if it is not known any more. */
    offerId: IdSchema.nullable(),
    way: z.enum(dueWays),
  })
  .nullable();

/**
 * The series of an event. `count`: how many of its dates the viewer may open. `askedAgain`: for how many of them the viewer
 * has to confirm their reply. Null for a single event and, for visitors, for the only public date of a series.
 */
const series = z
  .object({ id: IdSchema, rrule: z.string(), count: CountSchema, askedAgain: CountSchema.optional() })
  .nullable();

/** An event in a list of a signed-in user. */
export const MyEventSummarySchema = EventSummarySchema.extend({
  publication: z.enum(publications),
  registration: RegistrationSchema.nullable(),
  due,
  /** Null for those who do not run it. */
  replies: ReplyCountsSchema.nullable(),
  series,
  /** Null for those who do not run it, and without attendance marks. */
  attendance: AttendanceCountsSchema.nullable(),
  /** Only in the tab `past`. */
  ownMark: OwnMarkSchema,
  can: EventCanSchema,
  attendingLeadsTo,
  attendingRefusedFor,
  /** Only in the tab `needsReply`: the viewer's teams that ask. */
  askingTeams: z.array(z.object({ id: IdSchema, name: z.string() })).optional(),
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
  /** Who may choose it, as free text. */
  eligibility: z.string().nullable(),
  /** The last instant of a full refund; null without full refunds. */
  refundUntil: InstantSchema.nullable(),
  /** The same as an ISO 8601 duration before the start, such as `P2D`. */
  refundBefore: z.string().nullable(),
  /** May be paid in cash on site. */
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
  /** The same as blocks, to render. */
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
  /** The deadline for replies; later ones are accepted, too. */
  repliesDueAt: InstantSchema.nullable(),
  /** The last instant of a full refund; null without full refunds, or if the event is free. */
  refundUntil: InstantSchema.nullable(),
  statusReason: z.string().nullable(),
  /** Of a cancelled event: who had a place when it was cancelled. */
  confirmedCount: CountSchema,
  waitlistedCount: CountSchema,
  can: EventCanSchema,
  attendingLeadsTo,
  attendingRefusedFor,
  /** The prices, cheapest first; empty if the event is free. */
  offers: z.array(OfferSchema),
  series,
});

export const PublicEventSchema = eventDetail;
export type PublicEvent = z.infer<typeof PublicEventSchema>;

export const MyEventSchema = eventDetail.extend({
  can: MyEventCanSchema,
  registration: RegistrationSchema.nullable(),
  due,
  /** The URL to join online; only for those with a place and those who run it. */
  onlineUrl: z.string().nullable(),
  /** Null for those who do not run it. */
  replies: ReplyCountsSchema.nullable(),
  /** Null for those who do not run it, and without attendance marks. */
  attendance: AttendanceCountsSchema.nullable(),
  ownMark: OwnMarkSchema,
  /** The host of the followed calendar that removed this match; null for those who do not run it. */
  goneFrom: z.string().nullable(),
  /** The owner of the event; null for those who do not run it. */
  owner: z.object({ kind: z.enum(eventOwnerKinds), id: IdSchema }).nullable(),
  // The next three are absent in answers that older versions saved.
  /** The viewer has a payment, in any state. `hasPayments`: anyone has one; false for those who do not run it. */
  hasPayment: z.boolean().optional(),
  hasPayments: z.boolean().optional(),
  /** The price of the viewer's registration, also after it was withdrawn from `offers`. */
  heldOffer: OfferSchema.nullable().optional(),
});
export type MyEvent = z.infer<typeof MyEventSchema>;

const eventParams = z.object({ id: IdSchema });

export const eventEndpoints = endpoints({
  'GET /api/events/public/{id}': {
    operationId: 'getPublicEvent',
    summary: 'An event for visitors: with counts, without names of attendees.',
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
    summary: 'An event for the signed-in user, with their registration and permissions.',
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
    summary: 'The roster, for those who may see it.',
    tag: 'events',
    access: 'session',
    offline: 'saved',
    grantedBy: 'can.seeRoster',
    params: eventParams,
    query: z.strictObject(pageQuery),
    status: 200,
    answer: pageOf(
      RegistrationSchema.extend({
        user: RosterPersonSchema,
        /** Who replied for this person; null if they replied themselves, and for viewers who do not run the event. */
        answeredBy: PersonSchema.pick({ id: true, name: true }).nullable(),
        note: z.string().nullable(),
        /** The absence that declined for this person; null for other replies, and for viewers who do not run the event. */
        away: z.object({ until: DaySchema, note: z.string().nullable() }).nullable(),
        respondedAt: InstantSchema,
        /** Had a place when the event was cancelled. Absent in answers that older versions saved. */
        wasGoing: z.boolean().optional(),
      }),
    ),
    problems: ['not_permitted'],
  },
});
