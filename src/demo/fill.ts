// Fills an empty database with demo data around the current date, in one transaction.
import { sql } from 'kysely';
import type { Database, Db } from '../server/db/open.ts';
import { awakeBefore, createCalendar, dayMs, hourMs } from './calendar.ts';
import { addClubs } from './clubs/clubs.ts';
import { addCoachClub } from './clubs/coach-club.ts';
import { addChildren } from './clubs/managed-members.ts';
import { addPeople } from './clubs/people.ts';
import { addPlaces, createTowns } from './clubs/places.ts';
import { createFiller } from './filler.ts';
import { addPictures, drawPictures } from './pictures/pictures.ts';
import type { Plan } from './plan.ts';
import { createRandom } from './random.ts';
import { createRowBuffer } from './row-buffer.ts';
import { createPaymentWriter } from './story/payments.ts';
import { addRecentChanges } from './story/recent-changes.ts';
import { planExtraSeries, planSeries } from './story/series.ts';
import { planShowcase } from './story/showcase.ts';
import { type Context, named, type Person, type World } from './world.ts';
import { addNotification, writeEvent } from './write-event.ts';

type DemoOptions = {
  now: Date;
  /** A promise runs beside the first pictures. */
  passwordHash: string | Promise<string>;
  events?: number;
  people?: number;
  seed?: number;
};
type DemoCounts = { events: number; people: number; teams: number; organizations: number };

/** The minimum that the showcase needs; lower numbers are raised to it. */
const fewest = { events: 120, people: 60 };

/**
 * Fills an empty, migrated database with demo data around `now`, in one transaction. The same seed and `now` give the
 * same rows. Every account gets `passwordHash`. At least 120 events and 60 people.
 */
export async function fillDemo(database: Database, options: DemoOptions): Promise<DemoCounts> {
  const { db } = database;
  // Where sharp does not load, the demo has initials.
  const pictures = drawPictures().catch(() => new Map());
  const passwordHash = await options.passwordHash;
  const counts = await db.transaction().execute(async (trx) => {
    const { world, ...counted } = await fill(trx, { ...options, passwordHash });
    await addPictures(trx, database, world, { pictures: await pictures, now: options.now.getTime() });
    return counted;
  });
  await sql`analyze`.execute(db);
  return counts;
}

async function fill(
  db: Db,
  {
    now,
    passwordHash,
    events = 200,
    people: peopleCount = 60,
    seed = 1,
  }: DemoOptions & { passwordHash: string },
): Promise<DemoCounts & { world: World }> {
  const atMs = now.getTime();
  const context: Context = {
    now: atMs,
    random: createRandom(seed),
    calendar: createCalendar(atMs),
    buffer: createRowBuffer(db),
  };
  const { buffer } = context;
  const { cities, grounds } = createTowns(context);
  const people = await addPeople(context, cities, Math.max(peopleCount, fewest.people), passwordHash);
  const [coach, trainee] = people;
  if (!coach || !trainee) throw new Error('The demo has no one to sign in.');

  const everyone = people.filter(
    (one) => one.isSettled && (one.age ?? 18) >= 18 && one !== coach && one !== trainee,
  );
  const crowd = Map.groupBy(everyone, (one: Person) => one.city.region);
  const { clubs, teams } = await addClubs(context, cities, people, crowd);
  addChildren(context, named(teams, 'KV Rooigem U12'), { people });
  const world: World = { cities, people, clubs, teams, coach, trainee, crowd, everyone };
  addPlaces(context, grounds, world);
  const paymentWriter = createPaymentWriter(context);

  let eventCount = 0;
  const write = (plan: Plan) => {
    eventCount++;
    return writeEvent(context, world, paymentWriter, plan);
  };
  const eventIds = new Map<string, string>();
  for (const plan of planShowcase(context, world)) eventIds.set(plan.name, write(plan));
  for (const plan of planSeries(context, world)) write(plan);
  addDemoNotifications(context, world, eventIds);
  // Its own random generator, so that it does not change later random values.
  const beside = { ...context, random: createRandom(seed + 1) };
  addCoachClub(beside, world, (plan) => {
    eventCount++;
    writeEvent(beside, world, paymentWriter, plan);
  });

  const wanted = Math.max(events, fewest.events);
  for (const team of teams.slice(12)) {
    if (eventCount > wanted * 0.6) break;
    for (const plan of planExtraSeries(context, world, team)) write(plan);
    await buffer.flushIfLong();
  }
  const next = createFiller(context, world, new Set(eventIds.keys()));
  while (eventCount < wanted) {
    write(next());
    await buffer.flushIfLong();
  }
  paymentWriter.close();
  await buffer.flush();
  await addRecentChanges(db, { ...context, random: createRandom(seed + 2) }, world);
  await buffer.flush();
  return {
    events: eventCount,
    people: people.length,
    teams: teams.length,
    organizations: clubs.length,
    world,
  };
}

/** Further notifications of the two demo accounts. */
function addDemoNotifications(
  context: Context,
  { coach, trainee, teams }: World,
  eventIds: Map<string, string>,
): void {
  const { now } = context;
  const eventId = (name: string) => eventIds.get(name) ?? null;
  const teamId = (name: string) => named(teams, name).id;
  const none = { changes: [], eventId: null };
  const to = (userId: string) => ({ ...none, userId });
  const notices = [
    { ...to(trainee.id), kind: 'placeOffered', eventId: eventId('Yoga for runners'), at: now - 2 * hourMs },
    {
      ...to(trainee.id),
      kind: 'paymentDue',
      eventId: eventId('Stroke clinic: the quiet catch'),
      at: now - 5 * hourMs,
    },
    {
      ...to(trainee.id),
      kind: 'membershipInvited',
      teamId: teamId('KV Rooigem Futsal'),
      at: now - 26 * hourMs,
    },
    {
      ...to(coach.id),
      kind: 'approvalOwed',
      eventId: eventId('Goalkeeper trial morning'),
      at: now - 4 * hourMs,
    },
    {
      ...to(coach.id),
      kind: 'membershipRequested',
      teamId: teamId('KV Rooigem Second XI'),
      at: now - 9 * hourMs,
    },
    {
      ...to(coach.id),
      kind: 'eventFull',
      eventId: eventId('Friendly under the lights'),
      at: now - 2 * dayMs,
    },
  ];
  for (const { at, ...notice } of notices)
    addNotification(context, { ...notice, at: awakeBefore(at, coach.city.timeZone) });
}
