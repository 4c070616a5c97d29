// Events as iCalendar components (RFC 5545, RFC 7986). They contain personal data of the calendar's owner only. Pure.
import { activities as activityFacts } from '../../contract/values/activities.ts';
import { addressWithTown } from '../../contract/values/address.ts';
import type { EventStatus, RegistrationState } from '../../contract/values/enums.ts';
import { activitiesOf, shownName } from '../people/rules.ts';
import { component, type Line, quoted, textLine, utc, type ZoneWriter } from '../text/icalendar.ts';
import { t } from '../words/t.ts';

/** An event for any calendar. */
export type CalendarEventRow = {
  id: string;
  name: string;
  /** Without formatting: calendar programs show Markdown as it is typed. */
  description: string;
  activities: string;
  starts_at: string;
  ends_at: string;
  time_zone: string;
  event_status: EventStatus;
  status_reason: string | null;
  sequence: number;
  created_at: string;
  updated_at: string;
  arrive_minutes_before: number | null;
  meeting_point: string | null;
  attendee_instructions: string | null;
  place_name: string | null;
  place_address: string | null;
  place_region: string | null;
  latitude: number | null;
  longitude: number | null;
};

/** An event in the calendar of a person who attends, coaches or is asked. */
export type OwnEventRow = CalendarEventRow & {
  online_url: string | null;
  my_state: RegistrationState | null;
  my_updated_at: string | null;
  is_coaching: 0 | 1;
  organizer_organization_id: string | null;
  organizer_organization_name: string | null;
  organizer_user_id: string | null;
  /** Null where not everyone may see the name. */
  organizer_person_name: string | null;
  owner_team_id: string | null;
  /** Null where the owner of the calendar may not see the team. */
  owner_team_name: string | null;
};

/** The person whose calendar it is. */
export type Owner = { user_id: string; name: string; email: string };
/** The instance that publishes the calendar. */
export type Publisher = { publicOrigin: string; instanceName: string };

/** How often calendar clients should refresh. */
const refreshEvery = 'PT1H';

/** docs/product.md, "States". */
const statuses: Record<EventStatus, string> = {
  EventScheduled: 'CONFIRMED',
  EventRescheduled: 'CONFIRMED',
  EventPostponed: 'TENTATIVE',
  EventCancelled: 'CANCELLED',
};

/** Whether it takes place at its time: a postponed event keeps the old one until it has another. */
const isOn = ({ event_status: status }: CalendarEventRow) =>
  status !== 'EventCancelled' && status !== 'EventPostponed';

/** How long before they have to be there people are reminded. */
const remindedMinutes = 60;

/**
 * PARTSTAT of a registration (RFC 5545, 3.2.12), which has no value for a waitlist. It is the answer of the person: what the
 * organizer decides is not their no, and many programs hide an event that its owner declined, even a cancelled one.
 */
const participation: Record<RegistrationState, string> = {
  confirmed: 'ACCEPTED',
  tentative: 'TENTATIVE',
  pendingApproval: 'TENTATIVE',
  pendingPayment: 'TENTATIVE',
  waitlisted: 'TENTATIVE',
  offered: 'NEEDS-ACTION',
  offerExpired: 'NEEDS-ACTION',
  holdExpired: 'NEEDS-ACTION',
  declined: 'DECLINED',
  cancelledByAttendee: 'DECLINED',
  rejected: 'NEEDS-ACTION',
  cancelledByOrganizer: 'NEEDS-ACTION',
};

/** Those who held a place when the event was cancelled had said yes. */
function participationOf({ my_state: state, event_status: status }: OwnEventRow): string {
  if (state === null) return 'NEEDS-ACTION';
  return state === 'cancelledByOrganizer' && status === 'EventCancelled' ? 'ACCEPTED' : participation[state];
}

/** Whether a visible event is in the owner's feed: they attend it, coach it, or have not replied. */
export function isInFeed(
  event: { counts_on_me: 0 | 1; my_state: RegistrationState | null; isCoaching: boolean; isOfTeams: boolean },
  filters: { includeCoaching: boolean; includeUnanswered: boolean },
): boolean {
  if (event.counts_on_me === 1) return true;
  if (event.isCoaching) return filters.includeCoaching;
  return filters.includeUnanswered && event.isOfTeams && event.my_state === null;
}

/** The VCALENDAR around its event components. Properties come before components (RFC 5545, 3.6). */
export function calendarLines(
  events: readonly Line[],
  zones: ZoneWriter,
  { publicOrigin, instanceName, isLive }: Publisher & { isLive: boolean },
): Line[] {
  const live = [
    textLine('NAME', instanceName),
    textLine('X-WR-CALNAME', instanceName),
    'COLOR:green',
    `URL:${publicOrigin}/my/calendar`,
    `REFRESH-INTERVAL;VALUE=DURATION:${refreshEvery}`,
    `X-PUBLISHED-TTL:${refreshEvery}`,
  ];
  return component('VCALENDAR', [
    'VERSION:2.0',
    'PRODID:-//Sideline//Sideline//EN',
    'CALSCALE:GREGORIAN',
    ...(isLive ? live : []),
    ...zones.definitions(),
    ...events,
  ]);
}

/** An event for a public file, with public data only. */
export function publicEventLines(row: CalendarEventRow, zones: ZoneWriter, publicOrigin: string): Line[] {
  return component('VEVENT', [
    ...commonLines(row, zones, row.updated_at),
    `URL:${publicOrigin}/events/public/${row.id}`,
  ]);
}

/**
 * An event of the owner. A live calendar includes the owner's participation. A single file does not, because clients
 * would treat it as an invitation to answer by mail. A date of a series is an event like any other.
 */
export function ownEventLines(
  row: OwnEventRow,
  zones: ZoneWriter,
  { owner, ...publisher }: Publisher & { owner: Owner | null },
): Line[] {
  const changedAt =
    row.my_updated_at !== null && row.my_updated_at > row.updated_at ? row.my_updated_at : row.updated_at;
  return component('VEVENT', [
    ...commonLines(row, zones, changedAt),
    `URL:${publisher.publicOrigin}/events/${row.id}`,
    ...(!isOn(row) || (row.my_state === null && row.is_coaching === 0)
      ? ['TRANSP:TRANSPARENT']
      : ['TRANSP:OPAQUE']),
    ...onlineLines(row),
    ...(owner ? attendeeLines(row, owner, publisher) : []),
    ...alarmLines(row),
  ]);
}

function commonLines(row: CalendarEventRow, zones: ZoneWriter, changedAt: string): Line[] {
  const address = addressWithTown({ address: row.place_address ?? '', region: row.place_region ?? '' });
  const place = [row.place_name, address].filter(Boolean).join(', ');
  const description = descriptionOf(row);
  const names = activitiesOf(row.activities).map((name) => t(activityFacts[name].name));
  return [
    // The event's id, which is stable across changes and calendars (docs/product.md, "Invariants" 11).
    `UID:${row.id}`,
    // Without METHOD, DTSTAMP is the time of the last revision (RFC 5545, 3.8.7.2).
    `DTSTAMP:${utc(changedAt)}`,
    `CREATED:${utc(row.created_at)}`,
    `LAST-MODIFIED:${utc(changedAt)}`,
    `SEQUENCE:${row.sequence}`,
    zones.local('DTSTART', row.starts_at, row.time_zone),
    zones.local('DTEND', row.ends_at, row.time_zone),
    textLine('SUMMARY', row.name),
    ...(description ? [textLine('DESCRIPTION', description)] : []),
    ...(place ? [textLine('LOCATION', place)] : []),
    ...(row.latitude !== null && row.longitude !== null ? [`GEO:${row.latitude};${row.longitude}`] : []),
    ...(names.length > 0 ? [`CATEGORIES:${names.join(',')}`] : []),
    `STATUS:${statuses[row.event_status]}`,
  ];
}

function descriptionOf(row: CalendarEventRow): string {
  return [
    row.status_reason,
    row.arrive_minutes_before &&
      t('{minutes, plural, one {Be there # minute before.} other {Be there # minutes before.}}', {
        minutes: row.arrive_minutes_before,
      }),
    row.meeting_point && t('Meeting point: {place}', { place: row.meeting_point }),
    row.attendee_instructions,
    row.description,
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** Only the owner. RFC 5545 requires an organizer with an attendee. */
function attendeeLines(row: OwnEventRow, owner: Owner, publisher: Publisher): Line[] {
  if (row.my_state === null && row.is_coaching === 1) return [];
  const { name, address } = organizerOf(row, owner, publisher);
  return [
    `ORGANIZER;CN=${quoted(name)}:${address}`,
    `ATTENDEE;CN=${quoted(owner.name)};CUTYPE=INDIVIDUAL;PARTSTAT=${participationOf(row)}:mailto:${owner.email}`,
  ];
}

/**
 * The organizer, with the address of its page: a mail address would make programs send answers there. The instance stands in
 * for a person whose name not everyone may see, and for a team that the owner may not see.
 */
function organizerOf(
  row: OwnEventRow,
  owner: Owner,
  { publicOrigin, instanceName }: Publisher,
): { name: string; address: string } {
  if (row.organizer_organization_name !== null)
    return {
      name: row.organizer_organization_name,
      address: `${publicOrigin}/organizations/${row.organizer_organization_id}`,
    };
  if (row.organizer_user_id === owner.user_id) return { name: owner.name, address: `mailto:${owner.email}` };
  if (row.organizer_person_name !== null)
    return {
      name: shownName(row.organizer_person_name),
      address: `${publicOrigin}/users/${row.organizer_user_id}`,
    };
  if (row.owner_team_name !== null)
    return { name: row.owner_team_name, address: `${publicOrigin}/teams/${row.owner_team_id}` };
  return { name: instanceName, address: publicOrigin };
}

/** A reminder of an event that its owner attends or runs. */
function alarmLines(row: OwnEventRow): Line[] {
  if (!isOn(row) || (row.my_state !== 'confirmed' && row.is_coaching === 0)) return [];
  return component('VALARM', [
    'ACTION:DISPLAY',
    `TRIGGER:-PT${remindedMinutes + (row.arrive_minutes_before ?? 0)}M`,
    textLine('DESCRIPTION', row.name),
  ]);
}

/** The link to join online, for people with a seat and organizers (RFC 7986, 5.11). */
function onlineLines(row: OwnEventRow): Line[] {
  const mayJoin = row.my_state === 'confirmed' || row.is_coaching === 1;
  if (!mayJoin || row.online_url === null || !/^https?:/.test(row.online_url)) return [];
  return URL.canParse(row.online_url)
    ? [`CONFERENCE;VALUE=URI;FEATURE=VIDEO;LABEL=${quoted(t('Join online'))}:${new URL(row.online_url).href}`]
    : [];
}
