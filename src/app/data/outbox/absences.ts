// Absences as queued writes: their bodies, subjects, and titles in the list of queued writes.
import type { Absence } from '../../../contract/events/absences.ts';
import { newId } from '../http/new-id.ts';
import type { QueuedWrite } from './outbox.ts';

type Days = Pick<Absence, 'from' | 'to' | 'note'>;

const add = 'POST /api/users/me/absences';
/** Decided now, on this device. */
const decided = () => ({ occurredAt: new Date().toISOString() });

/** The subject of each write (see `Write` in outbox.ts). */
export const absenceSubject = {
  add: (id: string) => `absence:${id}`,
  change: (id: string) => `absence:${id}:change`,
  end: (id: string) => `absence:${id}:end`,
};

/** `title`: the text in the list of queued writes. */
export const addAbsence = (days: Days, title: string, id = newId()) =>
  ({
    call: add,
    params: undefined,
    body: { id, ...days, ...decided() },
    subject: absenceSubject.add(id),
    title,
  }) as const;

export const changeAbsence = ({ id, version }: Absence, days: Days, title: string) =>
  ({
    call: 'PATCH /api/users/me/absences/{id}',
    params: { id },
    body: { version, ...days, ...decided() },
    subject: absenceSubject.change(id),
    title,
  }) as const;

export const endAbsence = ({ id }: Absence, title: string) =>
  ({ call: 'POST /api/users/me/absences/{id}/end', params: { id }, body: undefined, title }) as const;

export const isAbsence = ({ call }: QueuedWrite): boolean => call.includes('/me/absences');

/** A queued new absence. */
export type WaitingAbsence = { row: QueuedWrite; id: string; from: string; to: string };

/** The new absences among the queued writes. */
export const waitingAbsences = (rows: readonly QueuedWrite[]): WaitingAbsence[] =>
  rows
    .filter(({ call }) => call === add)
    .map((row) => ({ row, id: String(row.body.id), from: String(row.body.from), to: String(row.body.to) }));
