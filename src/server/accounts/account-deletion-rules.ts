// Decides whether a user may delete their account. Pure.
import { languageNow, t } from '../words/t.ts';

/** A group with this user as its only owner; `others` counts its other members. `hasHeir`: one of them can be an owner. */
export type SoleOwnedGroup = { name: string; others: number; hasHeir: boolean };

/** The reason why the account cannot be deleted yet, with what to do first; null if it can. */
export function deletionRefusal({
  groups,
  eventCount,
}: {
  groups: readonly SoleOwnedGroup[];
  eventCount: number;
}): string | null {
  const shared = groups.filter((group) => group.others > 0);
  const namesOf = (hasHeir: boolean) =>
    shared.filter((group) => group.hasHeir === hasHeir).map((group) => group.name);
  const [inherited, stranded] = [namesOf(true), namesOf(false)];
  const reasons: string[] = [];
  if (inherited.length > 0)
    reasons.push(
      t('You are the only owner of {groups}. Make someone else an owner first.', {
        groups: listed(inherited),
      }),
    );
  if (stranded.length > 0)
    reasons.push(
      t(
        'You are the only owner of {groups}, and no one else there has an active account. Remove the other members first, or invite a new owner.',
        { groups: listed(stranded) },
      ),
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
