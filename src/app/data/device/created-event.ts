// An event and its attendance list, made from its queued creation and what the device has saved of its teams. Pure.
import type { Body } from '../../../contract/api.ts';
import type { AttendanceItem } from '../../../contract/events/attendance.ts';
import type { MyEvent } from '../../../contract/events/events.ts';
import type { OwnPlace } from '../../../contract/events/places.ts';
import type { Team } from '../../../contract/people/groups.ts';
import type { QueuedWrite } from '../../../offline/outbox.ts';
import type { CreatedEvent } from '../resources/created-events.ts';

/** What the device has saved. `user`: who plans the event. */
export type Known = {
  teamOf: (id: string) => Team | undefined;
  places: readonly OwnPlace[];
  user: { id: string; name: string };
};

type Draft = Body<'POST /api/events'>;

const allowed: MyEvent['can'] = {
  see: true,
  register: false,
  acceptPlace: false,
  respond: false,
  keepInterest: false,
  cancelRegistration: false,
  pay: false,
  seeRoster: false,
  edit: false,
  cancel: false,
  manageRegistrations: false,
  markAttendance: true,
  archive: false,
  delete: false,
};

/** `row`: a creation that waits (`createdId` in outbox/planned.ts). Until it is sent, its people can only be marked. */
export function createdEvent(row: QueuedWrite, known: Known): CreatedEvent {
  const draft = row.body as Draft;
  const { owner, teamIds = [] } = draft;
  // The server adds the team that owns it, too.
  const ids = new Set(owner?.kind === 'team' ? [owner.id, ...teamIds] : teamIds);
  const teams = [...ids].flatMap((id) => known.teamOf(id) ?? []);
  const event = eventOf(draft, teams, known, new Date(row.queuedAt).toISOString());
  const isWhole = ({ roster, rosterCursor }: Team) => roster !== null && rosterCursor === null;
  return {
    event,
    attendance: { items: expectedOf(teams, event) },
    missesPeople: teams.length < ids.size || !teams.every(isWhole),
  };
}

function eventOf(draft: Draft, teams: readonly Team[], known: Known, at: string): MyEvent {
  const capacity = draft.maximumAttendeeCapacity ?? null;
  const offers = (draft.offers ?? []).map(({ id, name, price, eligibility, acceptsOffline }) => ({
    id: id ?? name,
    name,
    price,
    eligibility: eligibility ?? null,
    refundUntil: null,
    refundBefore: null,
    acceptsOffline: acceptsOffline ?? false,
  }));
  const [cheapest] = offers.map(({ price }) => price).toSorted((a, b) => a.amountMinor - b.amountMinor);
  return {
    id: draft.id ?? '',
    slug: '',
    name: draft.name,
    kind: draft.kind,
    activities: draft.activities ?? [...new Set(teams.map(({ activity }) => activity))],
    level: draft.level ?? null,
    startsAt: draft.startsAt,
    endsAt: draft.endsAt,
    timeZone: draft.timeZone,
    attendanceMode: draft.attendanceMode ?? 'offline',
    place: placeOf(draft.place ?? null, known.places),
    organizer: organizerOf(draft, teams, known.user),
    leaders: leadersOf(draft, teams, known.user),
    price: cheapest ?? null,
    maximumAttendeeCapacity: capacity,
    remainingAttendeeCapacity: capacity,
    waitlistEnabled: draft.waitlistEnabled ?? true,
    eventStatus: 'EventScheduled',
    previousStartDates: [],
    image: null,
    version: 1,
    updatedAt: at,
    publication: 'published',
    visibility: draft.visibility ?? 'team',
    description: draft.description ?? '',
    descriptionBlocks: [],
    teams: teams.map(({ id, name }) => ({ id, name })),
    arriveMinutesBefore: draft.arriveMinutesBefore ?? null,
    ageMin: draft.ageMin ?? null,
    ageMax: draft.ageMax ?? null,
    attendeeInstructions: draft.attendeeInstructions ?? null,
    meetingPoint: draft.meetingPoint ?? null,
    accessibilitySupport: draft.accessibilitySupport ?? [],
    joinPolicy: draft.joinPolicy ?? 'open',
    rosterVisibility: draft.rosterVisibility ?? 'participants',
    publishedAt: null,
    registrationOpensAt: draft.registrationOpensAt ?? null,
    registrationClosesAt: draft.registrationClosesAt ?? null,
    repliesDueAt: draft.repliesDueAt ?? null,
    refundUntil: null,
    statusReason: null,
    confirmedCount: 0,
    waitlistedCount: 0,
    can: allowed,
    attendingLeadsTo: null,
    offers,
    series: null,
    registration: null,
    due: null,
    onlineUrl: draft.onlineUrl ?? null,
    replies: null,
    attendance: null,
    goneFrom: null,
    owner: null,
  };
}

function placeOf(chosen: NonNullable<Draft['place']> | null, places: readonly OwnPlace[]): MyEvent['place'] {
  if (chosen === null) return null;
  if (!('name' in chosen)) return places.find(({ id }) => id === chosen.id) ?? null;
  const { id = '', name, address, region, countryCode } = chosen;
  const { latitude = null, longitude = null, directions = null } = chosen;
  return { id, name, address, region, countryCode, latitude, longitude, directions };
}

function organizerOf({ owner }: Draft, teams: readonly Team[], user: Known['user']): MyEvent['organizer'] {
  if (owner?.kind === 'person') return { kind: 'person', id: user.id, name: user.name };
  const [club] = teams.flatMap(({ organization }) => organization ?? []);
  return club ? { kind: 'organization', ...club } : null;
}

const peopleOf = (teams: readonly Team[]) => [
  ...new Map(teams.flatMap(({ roster }) => roster ?? []).map((person) => [person.id, person])).values(),
];

function leadersOf({ leaderIds }: Draft, teams: readonly Team[], user: Known['user']): MyEvent['leaders'] {
  const people = [...peopleOf(teams), { ...user, avatarSrc: null }];
  return (leaderIds ?? [user.id])
    .flatMap((id) => people.find((person) => person.id === id) ?? [])
    .map(({ id, name, avatarSrc }) => ({ id, name, avatarSrc }));
}

const runs: readonly string[] = ['coach', 'owner', 'admin'];

/** Whom the server will ask: the members of the teams, without the leaders and those who run the teams. */
function expectedOf(teams: readonly Team[], { leaders }: MyEvent): AttendanceItem[] {
  const leads = new Set(leaders.map(({ id }) => id));
  return peopleOf(teams)
    .filter(({ id, role }) => !leads.has(id) && !runs.includes(role))
    .map(({ id, name, avatarSrc, hasAccount }) => ({
      user: { id, name, avatarSrc, hasAccount },
      isGuest: false,
      isExpected: true,
      reply: null,
      note: null,
      status: null,
      minutesLate: null,
      occurredAt: null,
      source: null,
      markedBy: null,
      reason: null,
    }));
}
