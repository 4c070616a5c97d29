// What keeps a person from leaving for good. Pure.
import { languageNow, t } from '../words/t.ts';

/** A group whose only owner this person is, and how many others are in it. */
export type HeldGroup = { name: string; others: number };

/** Why this person cannot leave yet, as a sentence that says what to do; null where nothing is in the way. */
export function leavingRefusal({
  groups,
  eventCount,
}: {
  groups: readonly HeldGroup[];
  eventCount: number;
}): string | null {
  const shared = groups.filter((group) => group.others > 0).map((group) => group.name);
  const reasons: string[] = [];
  if (shared.length > 0)
    reasons.push(
      t('You are the only owner of {groups}. Make someone else an owner first.', { groups: listed(shared) }),
    );
  if (eventCount > 0)
    reasons.push(
      t(
        '{count, plural, one {You still run an upcoming event. Cancel it first.} other {You still run # upcoming events. Cancel them first.}}',
        { count: eventCount },
      ),
    );
  return reasons.length > 0 ? reasons.join(' ') : null;
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 5);
  const more = names.length - shown.length;
  const all = more > 0 ? [...shown, t('{count} more', { count: more })] : shown;
  return new Intl.ListFormat(languageNow()).format(all);
}
