// Effects of a change on people, counted for its preview. Pure.
import type { ChangePreview } from '../../../contract/events/planning.ts';
import { type ChangeWarning, changeWarnings } from '../../../contract/values/enums.ts';

/** Warnings about people. The others are about events. */
type PeopleWarning =
  | 'aboveCapacity'
  | 'placesOffered'
  | 'losePlace'
  | 'keepPrice'
  | 'nothingToPay'
  | 'requestsStay'
  | 'repliesEnded'
  | 'refunded';

type Counts = Partial<Record<Exclude<ChangeWarning, PeopleWarning>, number>>;

/** The effects of a change of one or more events. Each person counts once. */
export type Effect = {
  /** People to notify, without the actor. */
  notified: ReadonlySet<string>;
  /** People whose reply holds. */
  holding: ReadonlySet<string>;
  /** People with a paid or open payment. */
  paying: ReadonlySet<string>;
  /** People who are asked "Still coming?". */
  askedAgain: ReadonlySet<string>;
  /** The people of each warning about people, and the number of events of each other one. */
  people: Partial<Record<PeopleWarning, ReadonlySet<string>>>;
  events: Counts;
};

export const noEffect: Effect = {
  notified: new Set(),
  holding: new Set(),
  paying: new Set(),
  askedAgain: new Set(),
  people: {},
  events: {},
};

export function mergeEffects(effects: readonly Effect[]): Effect {
  const people: Partial<Record<PeopleWarning, ReadonlySet<string>>> = {};
  const events: Counts = {};
  for (const effect of effects) {
    for (const [code, ids] of entriesOf(effect.people))
      people[code] = new Set([...(people[code] ?? []), ...ids]);
    for (const [code, count] of entriesOf(effect.events)) events[code] = (events[code] ?? 0) + count;
  }
  const all = (of: Exclude<keyof Effect, 'people' | 'events'>) =>
    new Set(effects.flatMap((effect) => [...effect[of]]));
  return {
    notified: all('notified'),
    holding: all('holding'),
    paying: all('paying'),
    askedAgain: all('askedAgain'),
    people,
    events,
  };
}

const entriesOf = <K extends string, V>(record: Partial<Record<K, V>>) => Object.entries(record) as [K, V][];

export function previewOf(
  { notified, holding, paying, askedAgain, people, events }: Effect,
  dates: Partial<Pick<ChangePreview, 'dates' | 'kept' | 'keptDates'>> = {},
): ChangePreview {
  const counts: Partial<Record<ChangeWarning, number>> = { ...events };
  for (const [code, ids] of entriesOf(people)) counts[code] = ids.size;
  return {
    dates: 1,
    kept: 0,
    keptDates: [],
    ...dates,
    notified: notified.size,
    registrations: holding.size,
    payments: paying.size,
    askedAgain: askedAgain.size,
    warnings: changeWarnings
      .map((code) => ({ code, count: counts[code] ?? 0 }))
      .filter(({ count }) => count > 0),
  };
}
