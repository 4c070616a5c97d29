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

/** `overlaps Futsal at Sportpark and 2 more`; empty without overlaps. */
export function overlapText(overlaps: readonly Overlap[], teams: TeamBook, userId: string): string {
  const [first] = overlaps;
  if (!first) return '';
  const values = { name: first.entry.name, where: whereText(first, teams, userId) };
  return overlaps.length > 1
    ? t('overlaps {name} {where} and {count} more', { ...values, count: overlaps.length - 1 })
    : t('overlaps {name} {where}', values);
}

function whereText({ entry, by }: Overlap, teams: TeamBook, userId: string): string {
  if (by === 'place') return t('at {place}', { place: entry.place?.name ?? '' });
  if (by === 'leader')
    return entry.leaderIds.includes(userId) ? t('that you lead') : t('with the same leader');
  const name = entry.teamIds.map((id) => teams.get(id)?.name).find(Boolean);
  return name ? t('of {name}', { name }) : t('of the same team');
}
