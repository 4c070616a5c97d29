// The order of the attendance list (docs/decisions/105-order-of-the-attendance-list.md), and its counts. Pure.
import type { MarkedPerson } from '../../data/outbox/marks.ts';
import { isNoShow } from '../../format/words/mark.ts';

/** Replies of people who said no, or have no place: "Everyone else is here" leaves them out. */
const notComing: readonly (string | null)[] = [
  'declined',
  'rejected',
  'waitlisted',
  'cancelledByAttendee',
  'cancelledByOrganizer',
  'holdExpired',
  'offerExpired',
];

type Expected = Pick<MarkedPerson, 'reply' | 'isExpected'>;

/** Guests, and people who are on the list only because they were marked, are not expected: to take a mark back does not open them. */
export const mayCome = ({ reply, isExpected }: Expected): boolean => isExpected && !notComing.includes(reply);

/** May come, and has no mark: those that are still to be marked. */
export const isOpen = (person: Expected & Pick<MarkedPerson, 'status'>): boolean =>
  person.status === null && mayCome(person);

const dayMs = 86_400_000;

/** Whether a mark is from before people can be marked at this date: the event was moved to it since. */
export const isEarly = (
  { status, occurredAt }: Pick<MarkedPerson, 'status' | 'occurredAt'>,
  { startsAt }: { startsAt: string },
): boolean => status !== null && occurredAt !== null && Date.parse(occurredAt) < Date.parse(startsAt) - dayMs;

const rankOf = (person: MarkedPerson) => (isOpen(person) ? 0 : person.status !== null ? 1 : 2);

/** First the people to be marked, then the marked ones, then the others; each group as the server sorts it. */
export const openFirst = (people: readonly MarkedPerson[]): string[] =>
  people.toSorted((a, b) => rankOf(a) - rankOf(b)).map(({ user }) => user.id);

/** The order, with newcomers at the end, so that no row moves under a thumb. */
export function withNewcomers(order: readonly string[], people: readonly MarkedPerson[]): readonly string[] {
  const known = new Set(order);
  const added = people.filter(({ user }) => !known.has(user.id));
  return added.length === 0 ? order : [...order, ...openFirst(added)];
}

/** Rows that the browser lays out and paints together. Divisible by the two or three columns of a desktop. */
export const groupSize = 6;

export type Group = { key: string; people: readonly MarkedPerson[] };

/** The people in this order, in groups. Someone who leaves the list moves no one to another group. */
export function inGroups(order: readonly string[], byId: ReadonlyMap<string, MarkedPerson>): Group[] {
  const groups: Group[] = [];
  for (let at = 0; at < order.length; at += groupSize) {
    const ids = order.slice(at, at + groupSize);
    groups.push({ key: ids[0] ?? '', people: ids.flatMap((id) => byId.get(id) ?? []) });
  }
  return groups;
}

/** `noShows` are counted in `absent`, too. */
export type Counts = Record<'present' | 'late' | 'excused' | 'absent' | 'noShows' | 'open', number>;

export function countsOf(people: readonly MarkedPerson[]): Counts {
  const counts = { present: 0, late: 0, excused: 0, absent: 0, noShows: 0, open: 0 };
  for (const person of people) {
    if (person.status !== null) counts[person.status] += 1;
    else if (isOpen(person)) counts.open += 1;
    if (isNoShow(person)) counts.noShows += 1;
  }
  return counts;
}

export const markedOf = ({ present, late, excused, absent }: Counts): number =>
  present + late + excused + absent;
