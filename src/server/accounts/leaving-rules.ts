// What keeps a person from leaving for good. Pure.

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
    reasons.push(`You are the only owner of ${listed(shared)}. Make someone else an owner first.`);
  if (eventCount > 0)
    reasons.push(
      `You still run ${eventCount === 1 ? 'a published event' : `${eventCount} published events`} to come. Cancel ${eventCount === 1 ? 'it' : 'them'} first.`,
    );
  return reasons.length > 0 ? reasons.join(' ') : null;
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 5);
  const more = names.length - shown.length;
  const all = more > 0 ? [...shown, `${more} more`] : shown;
  return new Intl.ListFormat('en').format(all);
}
