// What undoing a mark does. Pure.
import { one } from '../../data/outbox/mark-calls.ts';
import type { MarkedPerson, MarkValue, Person } from '../../data/outbox/marks.ts';

export type Change = MarkValue & { person: Person };

/** The mark before a change. `wasReplaced`: it was never sent, and the change has replaced it in the queue. */
export type Before = Change & { wasReplaced: boolean };

/** An action that can be undone. `said`: what was done, in words. `reason`: of an event that was over long ago. */
export type Done = {
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
 * people who checked in while this device had no signal. One that was sent is written back where it still counts: someone
 * else's newer mark stays. `unsent`: by the id of the row, what is written back if its sending has begun meanwhile.
 */
export function undoing(
  { changes, before }: Done,
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
    if (isStill && now.queued?.attempts === 0 && !was.wasReplaced)
      unsent.set(now.queued.id, [...(unsent.get(now.queued.id) ?? []), was]);
    else if (isStill && (now.queued || (now.markedBy?.id === me && now.source === 'coach'))) back.push(was);
    else obstacles.add(now.refused ? 'refused' : 'changed');
  }
  return { unsent, back, obstacles };
}
