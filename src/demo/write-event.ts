// Writes a planned event as rows: the event, its offers, replies, marks, payments and notifications.
import { activities as activityFacts } from '../contract/values/activities.ts';
import { fold } from '../server/db/search-words.ts';
import { slugOf } from '../server/text/slug.ts';
import { dayMs, iso, localDay, minuteMs } from './calendar.ts';
import { isClub, type OfferPlan, type Plan, withTexts } from './plan.ts';
import type { createPaymentWriter } from './story/payments.ts';
import { changedAt, generateReplies, type Registered } from './story/replies.ts';
import { fittingTexts } from './texts/fitting.ts';
import { declineReasons, notes, type ReplySetting } from './texts/people-texts.ts';
import { type Context, type Person, reliabilityOf, stamp, type World } from './world.ts';

type PaymentWriter = ReturnType<typeof createPaymentWriter>;

/** Adds everything about one event; returns its id. */
export function writeEvent(
  context: Context,
  world: World,
  paymentWriter: PaymentWriter,
  planned: Plan,
): string {
  const { random, buffer } = context;
  const plan = withTexts(context, planned);
  const { replies, capacity } = generateReplies(context, world, plan);
  const eventId = addEventRow(context, plan, capacity);
  for (const team of plan.teams) buffer.add('event_teams', { event_id: eventId, team_id: team.id });
  for (const [position, leader] of plan.leaders.entries())
    buffer.add('event_leaders', { event_id: eventId, person_id: leader.id, position });
  const offers = plan.offers.map((offer) => addOffer(context, eventId, offer, plan.createdAt));
  const settings = settingsFor(plan);
  for (const registered of replies) {
    const setting = settings(registered.person);
    const chosen = offers.length > 0 ? random.pick(offers) : null;
    const registrationId = addRegistration(context, eventId, chosen?.id ?? null, { registered, setting });
    if (chosen) paymentWriter.addPayment(plan, { registrationId, registered, offer: chosen.offer });
  }
  addAttendance(context, eventId, plan, replies);
  addNotifications(context, eventId, plan, replies);
  addReminders(context, eventId, plan, replies);
  return eventId;
}

function addEventRow(context: Context, plan: Plan, capacity: number | null): string {
  const { random, buffer, now } = context;
  const { city, place, organizer, activities, status } = plan;
  const isChanged = status !== 'EventScheduled' || plan.isRemoved;
  const row = stamp(random, plan.createdAt, isChanged ? changedAt(context, plan) : plan.createdAt);
  const organizerColumns = isClub(organizer)
    ? { organizer_user_id: null, organizer_organization_id: organizer.id }
    : { organizer_user_id: organizer.id, organizer_organization_id: null };
  const [ageMin, ageMax] = plan.ages;
  buffer.add('events', {
    ...row,
    version: isChanged ? 2 : 1,
    series_id: plan.series?.id ?? null,
    recurrence_id: plan.series?.slot ?? null,
    name: plan.name,
    slug: slugOf(fold(plan.name)),
    description: plan.description ?? '',
    image: null,
    kind: plan.kind,
    ...organizerColumns,
    owner_team_id: plan.teams[0]?.id ?? null,
    created_by: isClub(organizer) ? (plan.leaders[0] ?? organizer.owner).id : organizer.id,
    starts_at: iso(plan.startsAt),
    ends_at: iso(plan.startsAt + plan.minutes * minuteMs),
    starts_on: localDay(plan.startsAt, city.timeZone),
    time_zone: city.timeZone,
    arrive_minutes_before: plan.mode === 'online' ? null : plan.arriveMinutes,
    place_id: place?.id ?? null,
    online_url: plan.mode === 'offline' ? null : `https://meet.sideline.example/${row.id.slice(-8)}`,
    attendance_mode: plan.mode,
    activities: JSON.stringify(activities),
    level: plan.level,
    age_min: ageMin,
    age_max: ageMax,
    attendee_instructions: plan.instructions,
    meeting_point: place ? plan.meetingPoint : null,
    accessibility_support: JSON.stringify(place ? plan.accessibility : []),
    visibility: plan.visibility,
    join_policy: plan.joinPolicy,
    roster_visibility: plan.rosterVisibility,
    maximum_attendee_capacity: capacity,
    waitlist_enabled: plan.hasWaitlist ? 1 : 0,
    registration_opens_at: plan.opensAt === null ? null : iso(plan.opensAt),
    replies_due_at: plan.repliesDueAt === null ? null : iso(plan.repliesDueAt),
    reminded_at: plan.remindedAt === null ? null : iso(plan.remindedAt),
    registration_closes_at: plan.closesAt === null ? null : iso(plan.closesAt),
    publication: plan.publication,
    published_at: plan.publication === 'draft' ? null : row.created_at,
    removed_at: plan.isRemoved ? iso(Math.max(plan.createdAt, now - 3 * dayMs)) : null,
    event_status: status,
    previous_start_dates: JSON.stringify(plan.movedFrom.map(iso)),
    moved_at: null,
    moved_starts_at: null,
    moved_ends_at: null,
    status_reason: plan.statusReason,
    sequence: isChanged ? 1 : 0,
  });
  const names = activities.map((activity) => activityFacts[activity].name);
  buffer.addSearch('event', row.id, [
    plan.name,
    organizer.name,
    place?.name,
    place?.city.region,
    ...names,
    plan.kind,
  ]);
  return row.id;
}

function addOffer({ random, buffer }: Context, eventId: string, offer: OfferPlan, at: number) {
  const row = stamp(random, at);
  buffer.add('offers', {
    ...row,
    event_id: eventId,
    name: offer.name,
    price_minor: offer.priceMinor,
    currency: offer.currency,
    eligibility: offer.eligibility,
    refund_until: offer.refundUntil,
    accepts_offline: offer.acceptsOffline ? 1 : 0,
    withdrawn_at: null,
  });
  return { id: row.id, offer };
}

function addRegistration(
  { random, buffer }: Context,
  eventId: string,
  offerId: string | null,
  { registered, setting }: { registered: Registered; setting: ReplySetting },
): string {
  const { person, state, position, holdExpiresAt, respondedAt } = registered;
  const row = stamp(random, respondedAt);
  const isOut = state === 'declined' || state === 'cancelledByAttendee';
  buffer.add('registrations', {
    ...row,
    event_id: eventId,
    person_id: person.id,
    responded_by: person.answeredBy ?? person.id,
    state,
    offer_id: state === 'declined' || state === 'tentative' ? null : offerId,
    position,
    hold_expires_at: holdExpiresAt === null ? null : iso(holdExpiresAt),
    pay_reminder_at: null,
    note: !isOut && random.chance(0.12) ? random.pick(fittingTexts(notes, setting)) : null,
    decline_reason: isOut && random.chance(0.7) ? random.pick(fittingTexts(declineReasons, setting)) : null,
    responded_at: iso(respondedAt),
    must_ask: state === 'rejected' ? 1 : 0,
    unpaid_holds: 0,
    only_maybe: state === 'tentative' ? 1 : 0,
    was_going: state === 'cancelledByOrganizer' ? 1 : 0,
    absence_id: null,
    reconfirm_asked_at: null,
    answered_starts_at: null,
    answered_ends_at: null,
  });
  return row.id;
}

/** What a person's note or reason must fit. */
function settingsFor(plan: Plan): (person: Person) => ReplySetting {
  const start = Temporal.Instant.fromEpochMilliseconds(plan.startsAt).toZonedDateTimeISO(plan.city.timeZone);
  const { kind, level, activities, mode, teams } = plan;
  return (person) => ({
    activity: activities[0] ?? 'fitness',
    kind,
    level,
    age: person.age,
    isMember: teams.length > 0,
    isOnline: mode === 'online',
    weekday: start.dayOfWeek,
    hour: start.hour,
  });
}

/** Adds the attendance of past events; a few marks were corrected later. */
function addAttendance(
  { random, buffer, now }: Context,
  eventId: string,
  plan: Plan,
  replies: Registered[],
): void {
  const isOver = plan.startsAt + plan.minutes * minuteMs < now && plan.publication !== 'draft';
  const wasHeld = plan.status === 'EventScheduled' || plan.status === 'EventRescheduled';
  const isTold = plan.replies.length > 0;
  if (!isOver || !wasHeld || plan.isRemoved || (!isTold && random.chance(0.15))) return;
  const mark = (userId: string, status: 'present' | 'late' | 'excused' | 'absent', afterMinutes: number) => {
    const at = Math.min(plan.startsAt + afterMinutes * minuteMs, now - minuteMs);
    buffer.add('attendance', {
      id: random.id(at),
      event_id: eventId,
      person_id: userId,
      status,
      minutes_late: status === 'late' ? Math.max(2, Math.round(afterMinutes)) : null,
      marked_by: plan.leaders[0]?.id ?? null,
      occurred_at: iso(at),
      received_at: iso(Math.min(at + random.pick([1, 2, 2, 3, 3600]) * 1000, now)),
      source: 'coach',
      reason: null,
    });
  };
  for (const { person, state } of replies) {
    if (state !== 'confirmed') continue;
    const reliability = reliabilityOf(person);
    // Of ten who are not there in time, four are late, three are excused and three are absent.
    const inTime = 0.5 + reliability * 0.4;
    const missing = (random.next() - inTime) / (1 - inTime);
    if (missing < 0) mark(person.id, 'present', random.int(0, 5));
    else if (missing < 0.4) mark(person.id, 'late', random.int(4, 20));
    else if (missing < 0.7) mark(person.id, 'excused', random.int(0, 5));
    else {
      mark(person.id, 'absent', random.int(5, 10));
      if (missing > 0.95) mark(person.id, 'late', random.int(12, 25));
    }
  }
}

/** Notifies people who have an account and a reply of a change; the newest notifications are unread. */
function addNotifications(context: Context, eventId: string, plan: Plan, replies: Registered[]): void {
  if (plan.status === 'EventScheduled' || plan.publication !== 'published') return;
  const at = changedAt(context, plan);
  const startsAt = {
    field: 'startsAt',
    before: iso(plan.movedFrom[0] ?? plan.startsAt),
    after: iso(plan.startsAt),
  };
  const eventStatus = { field: 'eventStatus', before: 'EventScheduled', after: plan.status };
  const isMoved = plan.status === 'EventRescheduled';
  const kind = plan.status === 'EventCancelled' ? 'eventCancelled' : 'eventChanged';
  for (const { person, state } of replies)
    if (state !== 'declined' && state !== 'cancelledByAttendee' && !person.answeredBy)
      addNotification(context, {
        userId: person.id,
        kind,
        eventId,
        changes: [isMoved ? startsAt : eventStatus],
        at,
      });
}

/** Adds reminders to members of the event's teams who had not replied by then. */
function addReminders(context: Context, eventId: string, plan: Plan, replies: Registered[]): void {
  const at = plan.remindedAt;
  if (at === null) return;
  const others = new Set([...replies.map(({ person }) => person), ...plan.leaders]);
  const unanswered = plan.teams.flatMap((team) => team.trainees).filter((person) => !others.has(person));
  for (const { id } of unanswered) {
    context.buffer.add('reminders', { event_id: eventId, person_id: id, sent_at: iso(at), sent_by: null });
    addNotification(context, { userId: id, kind: 'replyOwed', eventId, changes: [], at });
  }
}

type NewNotification = {
  userId: string;
  kind: string;
  eventId: string | null;
  teamId?: string;
  changes: object[];
  at: number;
};

export function addNotification(
  { random, buffer, now }: Context,
  { userId, kind, eventId, teamId, changes, at }: NewNotification,
): void {
  buffer.add('notifications', {
    id: random.id(at),
    user_id: userId,
    kind,
    event_id: eventId,
    team_id: teamId ?? null,
    organization_id: null,
    changes: JSON.stringify(changes),
    actor_id: null,
    created_at: iso(at),
    read_at: now - at > 2 * dayMs ? iso(at + Math.round((now - at) / 3)) : null,
    mailed_at: iso(Math.min(at + minuteMs, now)),
    mail_after: null,
    mail_attempts: 0,
  });
}
