// Which dates and rates the table shows, and the order of its people. Pure.
import type { TableDate, TablePerson } from '../../../contract/events/attendance-table.ts';
import { type EventGroup, groupOf } from '../../../contract/values/event-groups.ts';

export const shownKinds = ['all', 'training', 'match'] as const;
export type ShownKind = (typeof shownKinds)[number];

export const orders = ['name', 'highest', 'lowest'] as const;
export type Order = (typeof orders)[number];

export type Rate = TablePerson['training'];

const groups: readonly EventGroup[] = ['training', 'match', 'other'];

/** `all`: also meetings and social events, which have no column of their own. */
export function rateOf(person: TablePerson, kind: ShownKind): Rate {
  const rates = groups.filter((group) => kind === 'all' || group === kind).map((group) => person[group]);
  return {
    attended: rates.reduce((sum, { attended }) => sum + attended, 0),
    counted: rates.reduce((sum, { counted }) => sum + counted, 0),
  };
}

/** The positions of the dates of this kind. */
export const columnsOf = (dates: readonly TableDate[], kind: ShownKind): number[] =>
  dates.flatMap((date, at) => (kind === 'all' || groupOf(date.kind) === kind ? [at] : []));

const shareOf = ({ attended, counted }: Rate) => attended / counted;

/** By name as given; people without a rate come last. */
export function sorted(people: readonly TablePerson[], order: Order, kind: ShownKind): TablePerson[] {
  if (order === 'name') return [...people];
  const sign = order === 'highest' ? -1 : 1;
  const rates = new Map(people.map((person) => [person, rateOf(person, kind)]));
  const keyOf = (person: TablePerson) => {
    const rate = rates.get(person);
    return rate && rate.counted > 0 ? sign * shareOf(rate) : 2;
  };
  return people.toSorted((a, b) => keyOf(a) - keyOf(b));
}

/** Whether anyone was marked on any date. */
export const hasMarks = (people: readonly TablePerson[]): boolean =>
  people.some(({ cells }) => cells.some((cell) => cell !== null));
