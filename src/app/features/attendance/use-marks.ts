// The attendance list with the marks of this device, and the actions on it, each of which can be undone.
import { startTransition, useMemo, useState } from 'react';
import type { AttendanceItem } from '../../../contract/events/attendance.ts';
import type { MyEvent } from '../../../contract/events/events.ts';
import { limits } from '../../../contract/values/limits.ts';
import type { NewWrite, QueuedWrite } from '../../../offline/outbox.ts';
import { serverOffsetMs } from '../../data/http/clock.ts';
import { newId } from '../../data/http/new-id.ts';
import { eventOfMark, isMarking } from '../../data/outbox/mark-calls.ts';
import {
  addGuest,
  type MarkedPerson,
  type MarkValue,
  markMany,
  markOne,
  withQueuedMarks,
} from '../../data/outbox/marks.ts';
import { cancelUnsent } from '../../data/outbox/outbox.ts';
import { queue } from '../../data/outbox/queue.ts';
import { useOutboxRows } from '../../data/outbox/use-outbox.ts';
import { markText } from '../../format/words/mark.ts';
import { announce } from '../../words/announce.ts';
import { t } from '../../words/t.ts';
import { countsOf, isEarly, isOpen, markedOf, mayCome } from './order.ts';
import { asPerson, beforeOf, type Change, type Done, isRefused, type Obstacle, undoing } from './undo.ts';

/** The queued marks at an event, with those that the device is still storing; the same list until one of them changes. */
export function useMarkRows(eventId: string): readonly QueuedWrite[] {
  const rows = useOutboxRows();
  return useMemo(() => rows.filter((row) => isMarking(row) && eventOfMark(row) === eventId), [rows, eventId]);
}

/** How many marks fit in one write: the body has a size limit, and each mark repeats the reason. */
const atOnce = (reason: string | null) => (reason ? limits.marksAtOnce / 2 : limits.marksAtOnce);

const here: MarkValue = { status: 'present', minutesLate: null };
const notMarked: MarkValue = { status: null, minutesLate: null };
/** Resolves once what was just rendered is painted, and soon on a page that is not seen. */
const nextPaint = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, 100);
    requestAnimationFrame(() => setTimeout(resolve));
  });

function notUndoneText({ changes }: Done, obstacles: ReadonlySet<Obstacle>): string {
  const [obstacle] = obstacles.size === 1 ? obstacles : [];
  if (obstacle === 'gone')
    return t('Not undone: {name} is no longer on the list', { name: changes[0]?.person.name ?? '' });
  return t('Not undone: someone else has changed this since');
}

export function useMarks(
  event: MyEvent,
  items: readonly AttendanceItem[],
  { answeredAt, me, reason }: { answeredAt: number | null; me: string | undefined; reason: string | null },
) {
  const rows = useMarkRows(event.id);
  const offsetMs = serverOffsetMs();
  const people = useMemo(
    () => withQueuedMarks(items, rows, { offsetMs, answeredAt }),
    [items, rows, offsetMs, answeredAt],
  );
  const [done, setDone] = useState<readonly Done[]>([]);
  const byId = new Map(people.map((person) => [person.user.id, person]));
  // What was refused needs no undoing. Taken out for good: once the refusal is dismissed, the mark looks like one that others changed.
  const left = done.filter((one) => !isRefused(one, byId, me));
  if (left.length < done.length) setDone(left);
  const all = people.filter((person) => person.status !== null || mayCome(person)).length;

  const write = (
    changes: readonly Change[],
    what: string,
    { because = reason, shown }: { because?: string | null; shown?: Promise<void> } = {},
  ) => {
    const about = { event, what, reason: because };
    const [only] = changes;
    const writes: NewWrite[] = [];
    if (only && changes.length === 1) writes.push(markOne(only.person, only, about));
    else
      for (let at = 0; at < changes.length; at += atOnce(because))
        writes.push(markMany(changes.slice(at, at + atOnce(because)), about));
    return { writes, stored: Promise.all(writes.map((one) => queue(one, shown))) };
  };
  /** How many are marked once these changes are made. */
  const markedAfter = (changes: readonly Change[]) => {
    const next = new Map(changes.map(({ person, ...value }) => [person.id, value]));
    return markedOf(countsOf(people.map((person) => ({ ...person, ...next.get(person.user.id) }))));
  };
  const nameOf = (change: Change) => `${markText(change)}: ${change.person.name}`;

  /** Resolves once the device has stored the mark, or holds it. */
  const mark = (person: MarkedPerson, value: MarkValue, isShown = false) => {
    const change = { person: asPerson(person), ...value };
    const { writes, stored } = write([change], nameOf(change), isShown ? { shown: nextPaint() } : {});
    const made: Done = {
      writes,
      changes: [change],
      before: [beforeOf(person)],
      said: t('{name}, {state}', { name: person.user.name, state: markText(value) }),
      reason,
    };
    // What can be undone shows after the mark itself.
    startTransition(() => setDone((before) => [...before, made]));
    const marked = markedAfter([change]);
    announce(
      t('{name}, {state}, {marked} of {all}', {
        name: person.user.name,
        state: markText(value),
        marked,
        all: Math.max(all, marked),
      }),
    );
    return stored;
  };
  const markAll = (chosen: readonly MarkedPerson[], value: MarkValue, said: string) => {
    const changes = chosen.map((person) => ({ person: asPerson(person), ...value }));
    if (changes.length === 0) return;
    const { writes } = write(changes, said);
    // A batch replaces nothing in the queue.
    const before = chosen.map((person) => ({ ...beforeOf(person), wasReplaced: false }));
    setDone((earlier) => [...earlier, { writes, changes, before, said, reason }]);
    announce(t('{said}, {marked} of {all}', { said, marked: markedAfter(changes), all }));
  };
  const markRest = () => {
    const open = people.filter(isOpen);
    const count = open.length;
    markAll(
      open,
      here,
      t('{count, plural, one {One more person is here} other {# more people are here}}', { count }),
    );
  };
  const early = people.filter((person) => isEarly(person, event));
  const removeEarly = () => {
    const count = early.length;
    markAll(
      early,
      notMarked,
      t('{count, plural, one {One mark removed} other {# marks removed}}', { count }),
    );
  };
  /** Adds someone by name who is on no list, and marks them; returns their id. */
  const addAsGuest = (name: string): string => {
    const person = { id: newId(), name };
    const added = addGuest(person, here, { event, what: t('Guest: {name}', { name }), reason });
    void queue(added);
    setDone((before) => [
      ...before,
      {
        writes: [added],
        changes: [{ person, ...here }],
        before: [{ person, status: null, minutesLate: null, wasReplaced: false }],
        said: t('{name}, {state}', { name, state: markText(here) }),
        reason,
      },
    ]);
    announce(t('{name} added as a guest, here', { name }));
    return person.id;
  };
  const undo = async () => {
    const last = done.at(-1);
    if (!last) return;
    setDone((before) => before.filter((one) => one !== last));
    const { unsent, back, obstacles } = undoing(last, byId, me);
    const title = t('Undone: {title}', { title: last.said });
    announce(unsent.size + back.length > 0 ? title : notUndoneText(last, obstacles));
    // The device knows first that sending has begun: then the server may have the mark, and only a newer one undoes it.
    const sent = await Promise.all(
      [...unsent].map(async ([id, before]) => ((await cancelUnsent(id)) ? [] : before)),
    );
    const changes = [...back, ...sent.flat()];
    const [only] = changes;
    if (only) write(changes, changes.length === 1 ? nameOf(only) : title, { because: last.reason });
  };
  const hasHeld = rows.some(({ isHeld }) => isHeld);
  const earlyCount = early.length;
  return {
    people,
    hasHeld,
    all,
    earlyCount,
    mark,
    markRest,
    removeEarly,
    addAsGuest,
    undo,
    last: done.at(-1) ?? null,
  };
}
