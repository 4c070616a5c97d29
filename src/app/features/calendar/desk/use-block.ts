// The block that previews an event, and its live announcement: written outside of React, as often as a
// pointer moves.
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { idle } from '../../../data/http/idle.ts';
import { msg, t } from '../../../words/t.ts';
import { dayStart } from '../days.ts';
import type { Entry } from '../entries.ts';
import { noTeam } from '../teams.ts';
import type { DeskProps } from './desk.tsx';
import { hideGhosts, paintGhosts, setText } from './ghosts.ts';
import { type Claim, overlapsOf, overlapText } from './overlaps.ts';
import { spanText, timesText } from './span-words.ts';
import { piecesOf, type Span } from './spans.ts';
import { useBusy } from './use-busy.ts';

/** The shown block. `entry`: null for a new event; `part`: its lane in the day. */
export type Shown = {
  span: Span;
  part: number;
  entry: Entry | null;
  claim: Omit<Claim, 'startMs' | 'endMs'>;
};

const newName = msg('New event');
/** A pointer passes many positions: announces the one where it rests this long. */
const restMs = 200;

type Refs = {
  /** The current props, so that listeners may hold what is returned. */
  now: RefObject<DeskProps>;
  ghosts: RefObject<HTMLElement | null>;
  live: RefObject<HTMLElement | null>;
  shown: RefObject<Shown | null>;
};

export function useBlock({ now, ghosts, live, shown }: Refs, { days, zone }: DeskProps) {
  const answer = useBusy(days, zone.timeZone);
  const busy = useRef(answer);
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const say = useCallback(
    (text: string) => {
      clearTimeout(resting.current);
      if (live.current) setText(live.current, text);
    },
    [live],
  );

  // Warms up Intl, whose first use would delay the first frame of a drag.
  useEffect(() => {
    void idle().then(() => {
      const { days, zone } = now.current;
      const startMs = dayStart(days[0] ?? now.current.today, zone.timeZone);
      const span = { startMs, endMs: startMs + 1 };
      piecesOf(span, days, zone.timeZone);
      spanText(span, zone);
    });
  }, [now]);

  /**
   * Shows and announces the block, and returns its overlaps. `isDragged`: more changes follow, so debounce.
   */
  const show = useCallback(
    (next: Shown, { isDragged = false } = {}): string => {
      const { days, lanes, zone, teams, userId, entries } = now.current;
      const { span, part, entry, claim } = next;
      const isOther = shown.current?.entry !== entry;
      shown.current = next;
      // A frame later than the block: together they are too much for a slow processor.
      if (isOther)
        requestAnimationFrame(() => markLifted(now.current.scroller.current, shown.current?.entry ?? null));
      const overlaps = overlapText(
        overlapsOf({ ...claim, ...span }, entries.values(), busy.current),
        teams,
        userId,
      );
      const name = entry?.name ?? t(newName);
      paintGhosts(
        ghosts.current?.children ?? [],
        piecesOf(span, days, zone.timeZone),
        { part, parts: Math.max(1, lanes.length) },
        { name, times: timesText(span, zone), overlaps },
      );
      const sayIt = () =>
        say([name, spanText(span, zone, entry?.timeZone), overlaps].filter(Boolean).join(', '));
      clearTimeout(resting.current);
      if (isDragged) resting.current = setTimeout(sayIt, restMs);
      else sayIt();
      return overlaps;
    },
    [now, ghosts, shown, say],
  );

  useEffect(() => {
    busy.current = answer;
    // It came during a drag.
    if (shown.current) show(shown.current, { isDragged: true });
  }, [answer, shown, show]);

  const hide = useCallback(() => {
    shown.current = null;
    if (ghosts.current) hideGhosts(ghosts.current.children);
    markLifted(now.current.scroller.current, null);
  }, [now, ghosts, shown]);

  return { say, show, hide };
}

/** A moved entry claims its own resources; a new event claims its lane's team until its form says more. */
export function claimOf(
  entry: Entry | null,
  part: number,
  { lanes, teamId, userId }: DeskProps,
): Shown['claim'] {
  if (entry)
    return {
      exceptId: entry.id,
      placeId: entry.place?.id ?? null,
      teamIds: entry.teamIds,
      leaderIds: entry.leaderIds,
    };
  const team = lanes[part] ?? teamId;
  return {
    exceptId: null,
    placeId: null,
    teamIds: team === null || team === noTeam ? [] : [team],
    leaderIds: [userId],
  };
}

/** Shows the moved event faintly at its old time. */
function markLifted(scroller: HTMLElement | null, entry: Entry | null): void {
  for (const row of scroller?.querySelectorAll<HTMLElement>('[data-lifted]') ?? []) delete row.dataset.lifted;
  if (entry === null) return;
  for (const row of scroller?.querySelectorAll<HTMLElement>(`[data-row="${CSS.escape(entry.id)}"]`) ?? [])
    row.dataset.lifted = '';
}

/** Focuses an event; returns whether the week shows it. */
export function focusEntry(scroller: HTMLElement | null, eventId: string): boolean {
  const link = scroller?.querySelector<HTMLElement>(`[data-row="${eventId}"] a`);
  link?.focus();
  return Boolean(link);
}
