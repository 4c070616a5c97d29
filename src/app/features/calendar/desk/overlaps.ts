// The events that an event would overlap at other times: same place, same leaders, or same team. Pure.

import { t } from '../../../words/t.ts';
import type { Entry } from '../entries.ts';
import type { TeamBook } from '../teams.ts';
import type { Span } from './spans.ts';

/** The resources of an event. `exceptId`: the entry that is being moved. */
export type Claim = Span & {
  exceptId: string | null;
  placeId: string | null;
  teamIds: readonly string[];
  leaderIds: readonly string[];
};

export type Overlap = { entry: Entry; by: 'place' | 'team' | 'leader' };

/** By start, each with the first reason that applies. Cancelled and postponed events do not count. */
export function overlapsOf(claim: Claim, entries: Iterable<Entry>): Overlap[] {
  const found: Overlap[] = [];
  for (const entry of entries) {
    if (entry.isOff || entry.id === claim.exceptId) continue;
    if (entry.startMs >= claim.endMs || entry.endMs <= claim.startMs) continue;
    const by = reasonOf(claim, entry);
    if (by) found.push({ entry, by });
  }
  return found.sort((one, other) => one.entry.startMs - other.entry.startMs);
}

function reasonOf({ placeId, teamIds, leaderIds }: Claim, entry: Entry): Overlap['by'] | null {
  if (placeId !== null && entry.place?.id === placeId) return 'place';
  if (entry.teamIds.some((id) => teamIds.includes(id))) return 'team';
  return entry.leaderIds.some((id) => leaderIds.includes(id)) ? 'leader' : null;
}

/** `Overlaps Futsal at Sportpark and 2 more`; empty without overlaps. */
export function overlapText(overlaps: readonly Overlap[], teams: TeamBook, userId: string): string {
  const [first] = overlaps;
  if (!first) return '';
  const { name } = first.entry;
  return t(
    'Overlaps {name} {by, select, place {at {what}} mine {that you lead} leader {with the same leader} team {of {what}} other {of the same team}}{more, plural, =0 {} other { and # more}}',
    { name, ...reasonWords(first, teams, userId), more: overlaps.length - 1 },
  );
}

function reasonWords({ entry, by }: Overlap, teams: TeamBook, userId: string): { by: string; what: string } {
  if (by === 'place') return { by, what: entry.place?.name ?? '' };
  if (by === 'leader') return { by: entry.leaderIds.includes(userId) ? 'mine' : by, what: '' };
  const name = entry.teamIds.map((id) => teams.get(id)?.name).find(Boolean);
  return name ? { by, what: name } : { by: 'unknown', what: '' };
}
