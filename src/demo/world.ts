// Shared types of the demo data: people, places, clubs and teams, after they have ids.
import type { Activity } from '../contract/values/activities.ts';
import type { Level } from '../contract/values/enums.ts';
import type { Calendar } from './calendar.ts';
import { iso } from './calendar.ts';
import type { Random } from './random.ts';
import type { RowBuffer } from './row-buffer.ts';

/** Currency in ISO 4217; `places` is never empty. */
export type City = {
  region: string;
  countryCode: string;
  timeZone: string;
  currency: string;
  places: Place[];
};

export type Place = { id: string; name: string; city: City; fields: string[] };

export type Person = {
  id: string;
  username: string;
  name: string;
  city: City;
  activities: Activity[];
  isCoach: boolean;
  /** Verified and not suspended: appears in rosters. */
  isSettled: boolean;
  /** Settled, adult and with a public profile: may run events under their own name. */
  isPublic: boolean;
  age: number | null;
  /** The user who replies for a managed member. */
  answeredBy?: string | null;
};

export type Club = {
  id: string;
  name: string;
  city: City;
  activities: Activity[];
  isPublic: boolean;
  owner: Person;
  coaches: Person[];
};

export type Team = {
  id: string;
  name: string;
  club: Club | null;
  city: City;
  activity: Activity;
  level: Level | null;
  ageMin: number | null;
  ageMax: number | null;
  isPublic: boolean;
  coaches: Person[];
  trainees: Person[];
};

/** Shared by all parts: the reference time, the random generator, the calendar and the row buffer. */
export type Context = { now: number; random: Random; calendar: Calendar; buffer: RowBuffer };

export type World = {
  cities: City[];
  people: Person[];
  clubs: Club[];
  teams: Team[];
  coach: Person;
  trainee: Person;
  /** People who may reply to events, by region. */
  crowd: Map<string, Person[]>;
  /** The same people of all regions. */
  everyone: Person[];
};

/** The id and time columns of every row. */
export function stamp(random: Random, createdAt: number, updatedAt = createdAt) {
  return { id: random.id(createdAt), version: 1, created_at: iso(createdAt), updated_at: iso(updatedAt) };
}

/** How often a person comes when they can, 0.55 to 1: the same at every event. */
export const reliabilityOf = ({ id }: Pick<Person, 'id'>) =>
  0.55 + (Number.parseInt(id.slice(-4), 16) / 0x10000) * 0.45;

/** Finds an item by name; throws if it is missing. */
export function named<T extends { name: string }>(list: readonly T[], name: string): T {
  const found = list.find((item) => item.name === name);
  if (!found) throw new Error(`The demo has no ${name}.`);
  return found;
}
