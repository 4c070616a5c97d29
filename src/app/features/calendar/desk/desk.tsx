// Planning in the week on a desktop: drags and keyboard moves, the preview block, and the resulting plan.
import {
  type ComponentType,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { serverNow } from '../../../data/http/clock.ts';
import { onLateAnswer } from '../../../data/outbox/outbox.ts';
import type { LateText, PlannedClaim, WeekPlan, WeekPlannerProps } from '../../../data/outbox/planned.ts';
import { whenRevalidated } from '../../../data/resources/acknowledged-writes.ts';
import { Notice } from '../../../ui/notice.tsx';
import { announce } from '../../../words/announce.ts';
import { type Message, msg, t } from '../../../words/t.ts';
import type { Day } from '../days.ts';
import type { Entry } from '../entries.ts';
import { noTeam, type TeamBook } from '../teams.ts';
import type { Zone } from '../view.ts';
import { followDrags } from './drags.ts';
import { followKeys } from './keys.ts';
import { isMovable } from './lift.ts';
import { QueuedBlocks } from './queued-blocks.tsx';
import { hoursAt, Slot, type SlotHandle } from './slot.tsx';
import { piecesOf, type Span, startOf } from './spans.ts';
import { claimOf, focusEntry, type Shown, useBlock } from './use-block.ts';

export type DeskProps = {
  scroller: RefObject<HTMLDivElement | null>;
  /** The element beside the week. */
  panel: HTMLElement | null;
  days: readonly Day[];
  today: Day;
  /** All loaded entries of the week. */
  entries: ReadonlyMap<string, Entry>;
  /** The teams that have a lane in each day; empty where days are not split. */
  lanes: readonly string[];
  /** The one chosen team, the default for a new event. */
  teamId: string | null;
  teams: TeamBook;
  zone: Zone;
  userId: string;
  Planner: ComponentType<WeekPlannerProps>;
  /** Reloads the days. */
  refresh: () => Promise<unknown>;
};

const iso = (ms: number) => new Date(ms).toISOString();
const help = msg(
  'Drag over empty hours to add an event. Drag an event to move it, or drag its lower edge to make it longer or shorter.',
);
const keys: readonly [key: Message, does: Message][] = [
  [msg('Arrow keys'), msg("choose empty hours, once you're on some")],
  [msg('Shift + arrow keys'), msg('make them longer or shorter')],
  [msg('Enter'), msg('starts a new event at these hours')],
  [msg('M'), msg("picks up the event you're on: arrow keys move it, Shift + arrow keys move its end")],
  [msg('Enter'), msg('drops it and shows what changes')],
  [msg('Escape'), msg('puts it back, or closes the form')],
  [msg('N'), msg('jumps from an event to the empty hours')],
];

export function Desk(props: DeskProps) {
  const { scroller, panel, days, today, entries, lanes, teams, zone, Planner } = props;
  const helpId = useId();
  const slot = useRef<SlotHandle>(null);
  const [plan, setPlan] = useState<WeekPlan | null>(null);
  const [overlaps, setOverlaps] = useState('');
  const [said, setSaid] = useState<{ text: string; isRefused: boolean; late: LateText | null } | null>(null);
  /** The event to focus once it is shown. */
  const [late, setLate] = useState<string | null>(null);

  const now = useRef(props);
  now.current = props;

  const ghosts = useRef<HTMLDivElement>(null);
  const live = useRef<HTMLParagraphElement>(null);
  const shown = useRef<Shown | null>(null);
  /** The subject of the plan, unchanged while something else is dragged. */
  const planned = useRef<Shown | null>(null);
  const { say, show, hide } = useBlock({ now, ghosts, live, shown }, props);

  const open = useCallback(
    (next: Shown) => {
      planned.current = next;
      setLate(null);
      setOverlaps(show(next));
      setSaid(null);
      const { lanes, teamId } = now.current;
      const lane = lanes[next.part] ?? teamId;
      const times = { startsAt: iso(next.span.startMs), endsAt: iso(next.span.endMs) };
      setPlan(
        next.entry
          ? { ...times, kind: 'move', eventId: next.entry.eventId }
          : { ...times, kind: 'new', teamId: lane === noTeam ? null : lane },
      );
    },
    [show],
  );

  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const movableAt = (link: Element) => {
      const id = link.closest<HTMLElement>('[data-row]')?.dataset.row;
      const entry = id === undefined ? undefined : now.current.entries.get(id);
      return entry && isMovable(entry, serverNow()) ? entry : null;
    };
    const shownOf = (entry: Entry | null, span: Span, part: number): Shown => ({
      entry,
      span,
      part,
      claim: claimOf(entry, part, now.current),
    });
    const partOf = (link: Element) => Number(link.closest<HTMLElement>('[data-part]')?.dataset.part ?? 0);
    const back = (entry: Entry | null) => {
      hide();
      if (planned.current) show(planned.current);
      say(entry ? t('{name} stays where it was.', { name: entry.name }) : t('No event added.'));
    };
    const stops = [
      followDrags(box, () => ({
        days: now.current.days,
        parts: Math.max(1, now.current.lanes.length),
        timeZone: now.current.zone.timeZone,
        movableAt,
        onShow: (lift, span) =>
          show(shownOf(lift.kind === 'new' ? null : lift.entry, span, lift.part), { isDragged: true }),
        onDrop: (lift, span) => {
          const entry = lift.kind === 'new' ? null : lift.entry;
          if (entry?.startMs === span.startMs && entry.endMs === span.endMs) back(entry);
          else open(shownOf(entry, span, lift.part));
        },
        onCancel: () => back(shown.current?.entry ?? null),
        onPress: (point) => slot.current?.focus(hoursAt(point)),
      })),
      followKeys(box, () => ({
        movableAt,
        isInView: (span) => now.current.days.includes(startOf(span, now.current.zone.timeZone).day),
        onShow: (entry, link, span) => {
          show(shownOf(entry, span, partOf(link)));
          ghosts.current?.firstElementChild?.scrollIntoView({ block: 'nearest' });
        },
        onDrop: (entry, link, span) => open(shownOf(entry, span, partOf(link))),
        onCancel: back,
        onSay: say,
        onNew: () => slot.current?.focus(),
      })),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [scroller, show, hide, say, open]);

  // Another week, other lanes or other entries: the block stays at its hours.
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are when to paint again
  useEffect(() => {
    if (shown.current) show(shown.current);
  }, [days, lanes, entries, show]);

  // A saved event may be in another place, or be shown only now: focus it, unless the focus has moved
  // elsewhere.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other entries are when to look
  useEffect(() => {
    const active = document.activeElement;
    // The title has it where the focused block was replaced.
    const isFree = active === document.body || active?.matches('.slot, h1');
    if (late !== null && isFree) focusEntry(scroller.current, late);
  }, [late, entries]);

  // The panel takes width from the week, which may then scroll sideways.
  useEffect(() => {
    if (plan === null) return;
    const look = setTimeout(() =>
      ghosts.current?.firstElementChild?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    );
    return () => clearTimeout(look);
  }, [plan]);

  const onClaim = useCallback(
    ({ eventId, startsAt, endsAt, ...claimed }: PlannedClaim) => {
      const before = planned.current;
      if (!before || before.entry) return;
      const span = { startMs: Date.parse(startsAt), endMs: Date.parse(endsAt) };
      planned.current = { ...before, span, claim: { exceptId: eventId, ...claimed } };
      setOverlaps(show(planned.current));
    },
    [show],
  );
  const onDone = useCallback<WeekPlannerProps['onDone']>(
    ({ said, eventId, isRefused = false, late = null }) => {
      const was = planned.current;
      const entry = was?.entry ?? null;
      planned.current = null;
      setPlan(null);
      setSaid(said === null ? null : { text: said, isRefused, late });
      const leave = () => {
        if (eventId !== null && focusEntry(now.current.scroller.current, eventId)) return;
        const { days, zone } = now.current;
        const [piece] = was ? piecesOf(was.span, days, zone.timeZone) : [];
        slot.current?.focus(piece && { ...piece, part: was?.part ?? 0, length: piece.bottom - piece.top });
      };
      if (said === null) {
        hide();
        say(entry ? t('{name} stays where it was.', { name: entry.name }) : t('No event added.'));
        leave();
        return;
      }
      // In place of what the outbox says of the write.
      announce(said);
      const saved = shown.current;
      // What was refused may have changed elsewhere.
      void (isRefused ? now.current.refresh() : whenRevalidated()).finally(() => {
        if (shown.current === saved) hide();
        leave();
        // The days that show it may be opened later.
        setLate(eventId);
      });
    },
    [hide, say],
  );
  useEffect(() => {
    if (!said?.late) return undefined;
    const { subject, done } = said.late;
    return onLateAnswer(subject, () => setSaid({ text: done, isRefused: false, late: null }));
  }, [said]);
  const laneNames = useMemo(
    () => (lanes.length > 0 ? lanes.map((id) => teams.get(id)?.name ?? t('Other events')) : []),
    [lanes, teams],
  );

  return (
    <>
      <i className="grip" aria-hidden="true" />
      <div ref={ghosts} className="ghosts" aria-hidden="true">
        {days.map((day) => (
          <div key={day} className="ghost" hidden>
            <b />
            <span />
            <em />
          </div>
        ))}
      </div>
      <Slot
        days={days}
        today={today}
        laneNames={laneNames}
        entries={entries}
        spoken={zone}
        helpId={helpId}
        handle={slot}
        onMove={(text) => {
          setLate(null);
          say(text);
        }}
        onOpen={(span, part) => open({ entry: null, span, part, claim: claimOf(null, part, now.current) })}
      />
      <QueuedBlocks days={days} entries={entries} teams={teams} spoken={zone} />
      {panel
        ? createPortal(
            <>
              <p ref={live} className="words" role="status" />
              {said === null ? null : (
                <Notice icon={said.isRefused ? 'circle-alert' : 'circle-check'} role="none">
                  {said.text}
                </Notice>
              )}
              {plan === null ? null : (
                <Suspense fallback={null}>
                  <Planner plan={plan} overlaps={overlaps} onClaim={onClaim} onDone={onDone} />
                </Suspense>
              )}
              <div id={helpId} className="help">
                <p>{t(help)}</p>
                <details>
                  <summary>{t('Keyboard shortcuts')}</summary>
                  <dl>
                    {keys.map(([key, does]) => (
                      <div key={t(does)}>
                        <dt>{t(key)}</dt>
                        <dd>{t(does)}</dd>
                      </div>
                    ))}
                  </dl>
                </details>
              </div>
            </>,
            panel,
          )
        : null}
    </>
  );
}
