// Who is at an event: counts, the list, and the action bar.
import { chakra } from '@chakra-ui/react/styled-system';
import { lazy, Suspense, useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { AttendanceItem } from '../../../contract/events/attendance.ts';
import type { MyEvent } from '../../../contract/events/events.ts';
import { useStorageTrouble } from '../../data/device/device.ts';
import { urlOf } from '../../data/http/call.ts';
import { unlisted } from '../../data/outbox/marks.ts';
import { useOutboxRead } from '../../data/outbox/use-outbox.ts';
import { answeredAt } from '../../data/resources/freshness.ts';
import { useSession } from '../../data/session/session.ts';
import { useNow, useViewer } from '../../format/use-viewer.ts';
import { isOver, shortDay, timeRange } from '../../format/when.ts';
import { tookPlace } from '../../format/words/mark.ts';
import { absentText } from '../../format/words/turnout.ts';
import { countText } from '../../format/words/vocabulary.ts';
import { Link } from '../../ui/navigation/router.tsx';
import { EmptyState } from '../../ui/page/state.tsx';
import { announce } from '../../words/announce.ts';
import { t } from '../../words/t.ts';
import { AttendanceFoot, type FootActions, footStyles } from './attendance-foot.tsx';
import { AttendanceNotes, closedText, needsReason } from './attendance-notes.tsx';
import { MarkList, markListStyles } from './mark-list.tsx';
import { keyOf } from './mark-words.ts';
import { type Counts, countsOf, inGroups, openFirst, withNewcomers } from './order.ts';
import { loadExport, UnsentMarks } from './unsent-marks.tsx';
import { useMarks } from './use-marks.ts';
import { useScrollAnchoring } from './use-scroll-anchoring.ts';

const loadMark = () => import('./mark-sheet.tsx');
const loadAdd = () => import('./add-sheet.tsx');
const loadJoin = () => import('./join-sheet.tsx');
const MarkSheet = lazy(async () => ({ default: (await loadMark()).MarkSheet }));
const AddSheet = lazy(async () => ({ default: (await loadAdd()).AddSheet }));
const JoinSheet = lazy(async () => ({ default: (await loadJoin()).JoinSheet }));

/** All styles in one element, which is not rendered again: styled elements of their own would delay each tap. */
const Frame = chakra('div', {
  base: {
    ...markListStyles,
    ...footStyles,
    '& .event': { display: 'flex', flexWrap: 'wrap', columnGap: '3', mb: '3', lineHeight: '1.35' },
    '& .event > *': { minW: '0' },
    '& .event a': { fontWeight: '700', textDecoration: 'underline', textUnderlineOffset: '3px' },
    '& .counts': {
      display: 'grid',
      gridTemplateColumns: 'repeat(auto-fit, minmax(5.25rem, 1fr))',
      gap: '2',
      mb: '2',
    },
    '& .count': { px: '3', py: '2.5', rounded: 'lg', bg: 'bg.subtle', textAlign: 'start', minH: '64px' },
    '& .count strong': { display: 'block', fontSize: '2xl', fontWeight: '800', lineHeight: '1.1' },
    '& .here': { bg: 'brand.subtle' },
    '& .count.late': { bg: 'warn.subtle' },
    '& button.count': { borderWidth: '2px', borderColor: 'border.strong', cursor: 'pointer', py: '2' },
    '& .away': { fontWeight: '600', pb: '2' },
    '& .keys': {
      display: 'none',
      pb: '2',
      '@media (hover: hover) and (min-width: 62em)': { display: 'block' },
    },
    // The height of the bar, which would cover the end of the page.
    '& .rest': { h: { base: '24', lg: '6' } },
  },
});

type Props = { event: MyEvent; items: readonly AttendanceItem[] };

export const Attendance = (props: Props) => (
  <Frame>
    <Marking {...props} />
  </Frame>
);

function Marking({ event, items }: Props) {
  const viewer = useViewer();
  const now = useNow();
  const me = useSession().user?.id;
  const [typed, setTyped] = useState('');
  const isOld = needsReason(event, now);
  const reason = isOld ? typed.trim() : '';
  const closed = closedText(event, now);
  const isLocked = closed !== null || (isOld && reason === '');
  const readAt = answeredAt(urlOf('GET /api/events/{id}/attendance', { params: { id: event.id } }));
  const marks = useMarks(event, items, { answeredAt: readAt, me, reason: reason || null });
  const { people, hasHeld, all, last } = marks;
  // The outbox of a device that stores nothing is never read.
  const isStored = useStorageTrouble() === null;
  const isRead = useOutboxRead() || !isStored;
  const [order, setOrder] = useState<readonly string[]>([]);
  const [choosing, setChoosing] = useState<string | null>(null);
  const [isAdding, setAdding] = useState(false);
  const [joining, setJoining] = useState<string | null>(null);
  // Preload: at the pitch there may be no network to load them when they are needed.
  useEffect(() => {
    for (const load of [loadMark, loadAdd, loadExport]) load().catch(() => {});
  }, []);
  const newcomer = useRef<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  useScrollAnchoring(box);
  // Fix the order only once the queued marks are known, because they are part of it.
  const nextOrder = isRead ? withNewcomers(order, people) : order;
  if (nextOrder !== order) setOrder(nextOrder);
  const byId = new Map(people.map((person) => [person.user.id, person]));
  const groups = inGroups(isRead ? nextOrder : openFirst(people), byId);
  const counts = countsOf(people);
  const hasNoShows = tookPlace(event);
  const focusRow = (id: string) =>
    box.current
      ?.querySelector<HTMLElement>(`[data-person="${CSS.escape(id)}"] [data-mark]`)
      ?.focus({ preventScroll: false });
  // Focus the row of someone who was added, at the end of the list.
  useEffect(() => {
    const id = newcomer.current;
    if (id === null || !byId.has(id)) return;
    newcomer.current = null;
    focusRow(id);
  });
  const showOpen = () => {
    const sorted = openFirst(people);
    setOrder(sorted);
    scrollTo({ top: 0 });
    if (sorted[0]) requestAnimationFrame(() => focusRow(sorted[0] ?? ''));
    announce(
      t('{count, plural, =0 {Everyone is marked} one {One to mark} other {# to mark}}', {
        count: counts.open,
      }),
    );
  };
  const sayWhyLocked = () => {
    announce(closed ?? t('Fill in the reason first.'));
    // The note that says so may be out of view.
    if (closed !== null) scrollTo({ top: 0 });
    else box.current?.querySelector<HTMLElement>('[name=reason]')?.focus();
  };
  const removeEarly = () => {
    marks.removeEarly();
    // The button is gone.
    box.current?.querySelector<HTMLElement>('.counts button')?.focus();
  };
  const add = (person: { id: string; name: string }) => {
    newcomer.current = person.id;
    const listed = byId.get(person.id) ?? unlisted(person, false);
    void marks.mark(listed, { status: 'present', minutesLate: null });
  };
  const latest = useRef(marks);
  useLayoutEffect(() => {
    latest.current = marks;
  });
  const [footActions] = useState<FootActions>(() => ({
    add: () => setAdding(true),
    undo: () => void latest.current.undo(),
    markRest: () => latest.current.markRest(),
  }));
  const chosen = choosing === null ? null : (byId.get(choosing) ?? null);
  const guest = joining === null ? null : (byId.get(joining) ?? null);
  return (
    <div ref={box}>
      <p className="event">
        <Link to={`/my/events/${event.id}`}>{event.name}</Link>
        <span>
          {[
            shortDay(event.startsAt, event.timeZone, viewer.locale),
            timeRange(event, viewer.locale),
            t('{count} expected', { count: countText(all, viewer.locale) }),
          ].join(' · ')}
        </span>
      </p>
      <AttendanceNotes
        event={event}
        hasHeld={hasHeld}
        earlyCount={marks.earlyCount}
        onRemoveEarly={isLocked ? sayWhyLocked : removeEarly}
        reason={typed}
        onReason={setTyped}
      />
      <Totals
        counts={counts}
        // Not while people are marked: the longer line may wrap and move the list.
        noShows={hasNoShows && isOver(event, now) ? counts.noShows : 0}
        locale={viewer.locale}
        onOpen={showOpen}
      />
      <p className="keys" id="attendance-keys">
        {t(
          'Keys: arrows move, {here} here, {late} late, {excused} excused, {absent} absent, Backspace removes a mark.',
          {
            here: keyOf('present').toUpperCase(),
            late: keyOf('late').toUpperCase(),
            excused: keyOf('excused').toUpperCase(),
            absent: keyOf('absent').toUpperCase(),
          },
        )}
      </p>
      {people.length === 0 ? (
        <EmptyState icon="users" title={t('No one is expected yet')}>
          {t('Add the people who are there.')}
        </EmptyState>
      ) : (
        <MarkList
          groups={groups}
          me={me}
          viewer={viewer}
          hasNoShows={hasNoShows}
          onLocked={isLocked ? sayWhyLocked : null}
          onMark={(person, status, isShown) => marks.mark(person, { status, minutesLate: null }, isShown)}
          onTakeBack={(person) => void marks.mark(person, { status: null, minutesLate: null })}
          onChoose={(person) => setChoosing(person.user.id)}
        />
      )}
      {/* Below the list: above it, the first queued mark would move the row under the thumb. */}
      <UnsentMarks eventId={event.id} name={event.name} pt="5" />
      <div className="rest" />
      <AttendanceFoot
        isLocked={isLocked}
        // Deferred, so that the mark that was just made is painted first.
        open={useDeferredValue(counts.open)}
        undoes={useDeferredValue(last?.said ?? null)}
        actions={footActions}
      />
      <Suspense fallback={null}>
        {chosen ? (
          <MarkSheet
            event={event}
            person={chosen}
            onMark={(value) => marks.mark(chosen, value)}
            // The server has to know the guest.
            onJoin={chosen.isGuest && chosen.isListed ? () => setJoining(chosen.user.id) : null}
            onClose={() => setChoosing(null)}
          />
        ) : null}
        {guest ? (
          <JoinSheet
            event={event}
            guest={guest}
            listed={people}
            onJoined={(memberId) => {
              newcomer.current = memberId;
            }}
            onClose={() => setJoining(null)}
          />
        ) : null}
        {isAdding ? (
          <AddSheet
            event={event}
            listed={people}
            onMember={add}
            onGuest={(name) => {
              newcomer.current = marks.addAsGuest(name);
            }}
            onClose={() => setAdding(false)}
          />
        ) : null}
      </Suspense>
    </div>
  );
}

/** The counts. That of the people to be marked is a button, which sorts them to the top. */
function Totals({
  counts,
  noShows,
  locale,
  onOpen,
}: {
  counts: Counts;
  noShows: number;
  locale: string;
  onOpen: () => void;
}) {
  // Shown even at 0: a line that appeared with the first mark would move the list.
  const away = [
    t('{count} excused', { count: countText(counts.excused, locale) }),
    absentText({ absent: counts.absent, noShows }, locale),
  ];
  return (
    <>
      <div className="counts">
        <p className="count here">
          <strong>{countText(counts.present, locale)}</strong>
          {t('here')}
        </p>
        <p className="count late">
          <strong>{countText(counts.late, locale)}</strong>
          {t('late')}
        </p>
        <button type="button" className="count" data-printed="" onClick={onOpen}>
          <strong>{countText(counts.open, locale)}</strong>
          {t('not yet')}
        </button>
      </div>
      <p className="away">{away.join(' · ')}</p>
    </>
  );
}
