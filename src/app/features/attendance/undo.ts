// What undoing a mark does. Pure.
import type { NewWrite } from '../../../offline/outbox.ts';
import { one } from '../../data/outbox/mark-calls.ts';
import { decidedAtOf, type MarkedPerson, type MarkValue, type Person } from '../../data/outbox/marks.ts';

export type Change = MarkValue & { person: Person };

/** The mark before a change. `wasReplaced`: it was never sent, and the change has replaced it in the queue. */
export type Before = Change & { wasReplaced: boolean };

/**
 * An action that can be undone. `writes`: what it has queued. `said`: what was done, in words. `reason`: of an event that was over
 * long ago.
 */
export type Done = {
  writes: readonly NewWrite[];
  changes: readonly Change[];
  before: readonly Before[];
  said: string;
  reason: string | null;
};

/** Why a change is not undone. `gone`: others took them off the list, such as a guest who is a member now. */
export type Obstacle = 'changed' | 'refused' | 'gone';

export const asPerson = ({ user }: MarkedPerson): Person => ({ id: user.id, name: user.name });

export const beforeOf = (marked: MarkedPerson): Before => ({
  person: asPerson(marked),
  status: marked.status,
  minutesLate: marked.minutesLate,
  wasReplaced: marked.queued?.call === one && marked.queued.attempts === 0,
});

/**
 * A mark that was never sent leaves the queue: written back, it would count over what others have marked meanwhile, such as the
 * people who checked in while this device had no signal. One that was sent, or has the row of a later action over it, is written
 * back where it still counts: someone else's newer mark stays. `unsent`: by the id of the row, what is written back if its sending
 * has begun meanwhile.
 */
export function undoing(
  { writes, changes, before }: Done,
  people: ReadonlyMap<string, MarkedPerson>,
  me: string | undefined,
): {
  unsent: ReadonlyMap<string, readonly Change[]>;
  back: readonly Change[];
  obstacles: ReadonlySet<Obstacle>;
} {
  const unsent = new Map<string, Change[]>();
  const back: Change[] = [];
  const obstacles = new Set<Obstacle>();
  // By its time, because the rest of a batch that was refused in part is another row.
  const isOwn = (row: NewWrite) => writes.some((write) => decidedAtOf(write) === decidedAtOf(row));
  for (const [index, made] of changes.entries()) {
    const now = people.get(made.person.id);
    const was = before[index];
    // Someone who was on the list only because of the mark that was taken back.
    const hasLeft = !now && made.status === null;
    if (was && hasLeft) back.push(was);
    if (!now || !was) {
      if (!hasLeft) obstacles.add('gone');
      continue;
    }
    const isStill = now.status === made.status && now.minutesLate === made.minutesLate;
    if (isStill && now.queued?.attempts === 0 && isOwn(now.queued) && !was.wasReplaced)
      unsent.set(now.queued.id, [...(unsent.get(now.queued.id) ?? []), was]);
    else if (isStill && (now.queued || (now.markedBy?.id === me && now.source === 'coach'))) back.push(was);
    else obstacles.add(now.refused ? 'refused' : 'changed');
  }
  return { unsent, back, obstacles };
}

/** Whether nothing is left to undo, because the server has accepted none of it. */
export function isRefused(
  done: Done,
  people: ReadonlyMap<string, MarkedPerson>,
  me: string | undefined,
): boolean {
  // Before the rest: this is asked of every action at each tap.
  if (!done.changes.some(({ person }) => people.get(person.id)?.refused)) return false;
  const { unsent, back, obstacles } = undoing(done, people, me);
  return unsent.size + back.length === 0 && obstacles.size === 1 && obstacles.has('refused');
}
