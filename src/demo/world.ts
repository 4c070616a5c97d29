// What the parts of the demo know of each other: people, places, clubs and teams once they have ids.
import type { Activity } from '../contract/values/activities.ts';
import type { Level } from '../contract/values/words.ts';
import type { Calendar } from './calendar.ts';
import { iso } from './calendar.ts';
import type { Random } from './random.ts';
import type { Sheet } from './sheet.ts';

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
  /** Verified, not suspended: may be found in rosters. */
  isSettled: boolean;
  /** Settled, of age and with a public profile: may run events under their own name. */
  isPublic: boolean;
  age: number | null;
  /** Who replies for someone without an account. */
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

/** What every part needs: the moment the demo stands around, chance, the calendar and where rows go. */
export type Context = { now: number; random: Random; calendar: Calendar; sheet: Sheet };

export type World = {
  cities: City[];
  people: Person[];
  clubs: Club[];
  teams: Team[];
  coach: Person;
  trainee: Person;
  /** People who may reply to events, by region. */
  crowd: Map<string, Person[]>;
  /** All of them, wherever they live. */
  everyone: Person[];
};

/** The columns every row begins with. */
export function stamp(random: Random, createdAt: number, updatedAt = createdAt) {
  return { id: random.id(createdAt), version: 1, created_at: iso(createdAt), updated_at: iso(updatedAt) };
}

/** The one with that name, from data of our own where it must be. */
export function named<T extends { name: string }>(list: readonly T[], name: string): T {
  const found = list.find((item) => item.name === name);
  if (!found) throw new Error(`The demo has no ${name}.`);
  return found;
}
