// Generates the replies to an event: never more seats than its capacity, waitlists without gaps.
import type { RegistrationState } from '../../contract/values/enums.ts';
import { awakeBefore, dayMs, hourMs, minuteMs } from '../calendar.ts';
import { isClub, type Plan } from '../plan.ts';
import { type Context, type Person, reliabilityOf, type World } from '../world.ts';

export type Registered = {
  person: Person;
  state: RegistrationState;
  position: number | null;
  holdExpiresAt: number | null;
  respondedAt: number;
  /** The person had a confirmed seat, so has paid the price, if any; stays true when the organizer cancels. */
  hasPaid: boolean;
};

type Drawn = Pick<Registered, 'person' | 'state'>;

/** Whether the state takes a seat; no hold of the demo has expired. */
const isSeat = ({ state }: Drawn) =>
  state === 'confirmed' || state === 'pendingPayment' || state === 'offered';

/** Generates the replies to a published event, and its final capacity. */
export function generateReplies(
  context: Context,
  world: World,
  plan: Plan,
): { replies: Registered[]; capacity: number | null } {
  if (plan.publication === 'draft') return { replies: [], capacity: plan.capacity };
  const { random, now } = context;
  const isUpcoming = plan.startsAt > now;
  const told = plan.replies.filter(({ state }) => state !== 'waitlisted');
  const toldWaiting = plan.replies.filter(({ state }) => state === 'waitlisted');
  const heldByTold = told.filter(isSeat).length;
  const room = plan.crowd.isFull || plan.capacity === null ? 1000 : plan.capacity - heldByTold;

  const pool = candidates(context, world, plan);
  const ofTeam = plan.teams.length > 0 ? answersOf(context, plan, pool) : null;
  const wanted = ofTeam ? ofTeam.going : plan.crowd.seats;
  const take = (count: number) => pool.splice(0, Math.max(0, count));
  const seated = take(Math.min(wanted, room)).map((person) => ({
    person,
    state: seatState(context, plan, isUpcoming),
  }));
  const offered: Drawn[] =
    plan.crowd.waiting > 0 && canHold(plan, now) && random.chance(0.25)
      ? take(1).map((person) => ({ person, state: 'offered' }))
      : [];
  const queue = take(plan.crowd.waiting).map((person): Drawn => ({ person, state: 'waitlisted' }));
  for (const { person, position = 1 } of toldWaiting)
    queue.splice(position - 1, 0, { person, state: 'waitlisted' });
  // On a long waitlist one offered place has lapsed.
  const lapsed =
    plan.crowd.waiting >= 4 ? take(1).map((person): Drawn => ({ person, state: 'offerExpired' })) : [];
  const isTrial = plan.kind === 'assessment' && plan.joinPolicy === 'approval';
  const refused = isTrial ? take(1).map((person): Drawn => ({ person, state: 'rejected' })) : [];
  const others = take(ofTeam ? ofTeam.others : random.pick([0, 0, 1, 1, 2])).map((person) => ({
    person,
    state: random.pick(otherStates(plan)),
  }));

  const ordered: Drawn[] = [...told, ...seated, ...offered, ...queue, ...lapsed, ...refused, ...others];
  const held = ordered.filter(isSeat).length;
  const capacity = plan.crowd.isFull ? Math.max(held, 1) : plan.capacity;
  const end = Math.min(now - 5 * minuteMs, plan.startsAt - 10 * minuteMs);
  const byDay = atDaytime(plan);
  const times = ordered
    .map(() =>
      Math.max(plan.createdAt, byDay(Math.round(plan.createdAt + random.next() * (end - plan.createdAt)))),
    )
    .sort((a, b) => a - b);
  const isOff = plan.status === 'EventCancelled';
  const replies = ordered.map((sampled, at): Registered => {
    const ends = isOff && (isSeat(sampled) || sampled.state === 'waitlisted');
    const state = ends ? 'cancelledByOrganizer' : sampled.state;
    const hasHold = state === 'pendingPayment' || state === 'offered';
    return {
      person: sampled.person,
      state,
      position:
        state === 'waitlisted' ? queue.findIndex(({ person }) => person === sampled.person) + 1 : null,
      holdExpiresAt: hasHold
        ? awakeBefore(Math.min(now + random.int(20, 46) * hourMs, plan.startsAt), plan.city.timeZone)
        : null,
      respondedAt: times[at] ?? plan.createdAt,
      hasPaid: sampled.state === 'confirmed',
    };
  });
  return { replies, capacity };
}

/** Whether a hold can end before the event and while people are awake. */
const canHold = (plan: Plan, now: number) => plan.startsAt > now + 30 * hourMs;

/**
 * Sorts the members of a team, those who come first, then the others who answer; the rest gives no answer. The further away
 * the event, the fewer have answered.
 */
function answersOf({ random, now }: Context, plan: Plan, pool: Person[]): { going: number; others: number } {
  const daysAhead = (plan.startsAt - now) / dayMs;
  const answered = daysAhead < 0 ? 0.94 : daysAhead < 5 ? 0.85 : daysAhead < 12 ? 0.6 : 0.3;
  const mood = 0.8 + random.next() * 0.3;
  const ranks = new Map(
    pool.map((person) => {
      if (!random.chance(answered)) return [person, 2];
      return [person, random.chance(reliabilityOf(person) * mood) ? 0 : 1];
    }),
  );
  const rank = (person: Person) => ranks.get(person) ?? 2;
  pool.sort((a, b) => rank(a) - rank(b));
  const count = (wanted: number) => pool.filter((person) => rank(person) === wanted).length;
  return { going: count(0), others: count(1) };
}

/** Moves an instant at night in the event's town to the evening before. */
function atDaytime({ startsAt, city }: Plan): (atMs: number) => number {
  const { offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(startsAt).toZonedDateTimeISO(
    city.timeZone,
  );
  return (atMs) => {
    const time = (atMs + offsetNanoseconds / 1e6) % dayMs;
    return time < 7 * hourMs ? atMs - 8 * hourMs : atMs;
  };
}

/** The members of the event's teams; without teams, people from that town, and from elsewhere if there are few. */
function candidates({ random }: Context, world: World, plan: Plan): Person[] {
  const told = new Set(plan.replies.map(({ person }) => person));
  const isFree = (person: Person) =>
    person !== world.trainee &&
    !told.has(person) &&
    !plan.leaders.includes(person) &&
    person !== plan.organizer;
  if (plan.teams.length > 0)
    return random.shuffled([...new Set(plan.teams.flatMap((team) => team.trainees))].filter(isFree));
  if (plan.visibility === 'organization' && isClub(plan.organizer))
    return plan.organizer.coaches.filter(isFree);
  const count = plan.crowd.seats + plan.crowd.waiting + 5;
  const sampled = random.sample(world.crowd.get(plan.city.region) ?? [], count).filter(isFree);
  if (sampled.length < count) {
    const known = new Set(sampled);
    const elsewhere = random
      .sample(world.everyone, count)
      .filter((person) => isFree(person) && !known.has(person));
    sampled.push(...elsewhere.slice(0, count - sampled.length));
  }
  return sampled;
}

function seatState(context: Context, plan: Plan, isUpcoming: boolean): RegistrationState {
  const { random } = context;
  if (!isUpcoming) return 'confirmed';
  if (plan.joinPolicy === 'approval' && !plan.crowd.isFull && random.chance(0.3)) return 'pendingApproval';
  if (plan.offers.length > 0 && canHold(plan, context.now) && random.chance(0.07)) return 'pendingPayment';
  return 'confirmed';
}

function otherStates(plan: Plan): RegistrationState[] {
  const states: RegistrationState[] = ['declined', 'declined', 'tentative', 'cancelledByAttendee'];
  if (plan.offers.length > 0) states.push('holdExpired', 'cancelledByAttendee');
  if (plan.joinPolicy === 'approval') states.push('rejected');
  if (plan.hasWaitlist && plan.crowd.waiting > 0) states.push('offerExpired');
  return states;
}

/** A time of the last change: after the event's creation, before now. */
export function changedAt({ now, random }: Context, plan: Plan): number {
  const end = Math.min(now - 30 * minuteMs, plan.startsAt - hourMs) - random.int(0, 3 * dayMs);
  return Math.max(plan.createdAt, awakeBefore(end, plan.city.timeZone));
}
