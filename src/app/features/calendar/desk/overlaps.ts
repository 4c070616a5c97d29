// The events that an event would overlap at other times: same place, same leaders, or same team. Pure.

import type { Busy } from '../../../../contract/people/busy.ts';
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

type Reason = 'place' | 'team' | 'leader';
/** `entry` is null for an event that the viewer's calendar does not have. */
export type Overlap = { startMs: number; entry: Entry | null; by: readonly Reason[] };

/** By start, each with all its reasons. Cancelled and postponed events do not count. */
export function overlapsOf(claim: Claim, entries: Iterable<Entry>, busy: Busy | null = null): Overlap[] {
  const isAtThatTime = ({ startMs, endMs }: Span) => startMs < claim.endMs && endMs > claim.startMs;
  const found: Overlap[] = [];
  for (const entry of entries) {
    if (entry.isOff || entry.id === claim.exceptId || !isAtThatTime(entry)) continue;
    const by = reasonsOf(claim, entry);
    if (by.length > 0) found.push({ startMs: entry.startMs, entry, by });
  }
  const others = [
    ...(busy?.places ?? []).map((taken) => ({
      ...{ taken, by: ['place'] as const },
      isClaimed: taken.placeId === claim.placeId,
    })),
    ...(busy?.leaders ?? []).map((taken) => ({
      ...{ taken, by: ['leader'] as const },
      isClaimed: claim.leaderIds.includes(taken.personId),
    })),
  ];
  for (const { taken, by, isClaimed } of others) {
    const span = { startMs: Date.parse(taken.startsAt), endMs: Date.parse(taken.endsAt) };
    if (isClaimed && isAtThatTime(span)) found.push({ startMs: span.startMs, entry: null, by });
  }
  return found.sort((one, other) => one.startMs - other.startMs);
}

function reasonsOf({ placeId, teamIds, leaderIds }: Claim, entry: Entry): Reason[] {
  const reasons: Reason[] = [];
  if (placeId !== null && entry.place?.id === placeId) reasons.push('place');
  if (entry.teamIds.some((id) => teamIds.includes(id))) reasons.push('team');
  if (entry.leaderIds.some((id) => leaderIds.includes(id))) reasons.push('leader');
  return reasons;
}

/** `Overlaps Futsal at Sportpark and 2 more. The place is taken by another event`; empty without overlaps. */
export function overlapText(overlaps: readonly Overlap[], teams: TeamBook, userId: string): string {
  const isOther = (reason: Reason) => overlaps.some(({ entry, by }) => entry === null && by.includes(reason));
  return [
    seenText(overlaps, teams, userId),
    isOther('place') ? t('The place is taken by another event') : '',
    isOther('leader') ? t('A leader is at another event') : '',
  ]
    .filter(Boolean)
    .join('. ');
}

/** Of the events in the viewer's calendar: the first one with its reasons, and the number of the others. */
function seenText(overlaps: readonly Overlap[], teams: TeamBook, userId: string): string {
  const seen = overlaps.flatMap(({ entry, by }) => (entry ? [{ entry, by }] : []));
  const [first] = seen;
  if (!first) return '';
  const { entry, by } = first;
  return t('Overlaps {name} {reasons}{more, plural, =0 {} other { and # more}}', {
    name: entry.name,
    reasons: by.map((reason) => reasonText(reason, entry, teams, userId)).join(', '),
    more: seen.length - 1,
  });
}

function reasonText(reason: Reason, entry: Entry, teams: TeamBook, userId: string): string {
  return t(
    '{by, select, place {at {what}} mine {that you lead} leader {with the same leader} team {of {what}} other {of the same team}}',
    reasonWords(reason, entry, teams, userId),
  );
}

function reasonWords(
  by: Reason,
  entry: Entry,
  teams: TeamBook,
  userId: string,
): { by: string; what: string } {
  if (by === 'place') return { by, what: entry.place?.name ?? '' };
  if (by === 'leader') return { by: entry.leaderIds.includes(userId) ? 'mine' : by, what: '' };
  const name = entry.teamIds.map((id) => teams.get(id)?.name).find(Boolean);
  return name ? { by, what: name } : { by: 'unknown', what: '' };
}
