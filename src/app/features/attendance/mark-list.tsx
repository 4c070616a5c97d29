// The attendance list: a row for each person. The whole row is the button "here", and "…" opens the other choices.
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { MarkedPerson } from '../../data/outbox/marks.ts';
import type { Viewer } from '../../format/use-viewer.ts';
import { isNoShow, markText, replyText, type Status } from '../../format/words/mark.ts';
import { refusalText } from '../../format/words/refusals.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { Avatar } from '../../ui/pictures/avatar.tsx';
import { t } from '../../words/t.ts';
import { type Actions, followFocus, followKeys, followTouch, hasTabStop, setTabStop } from './follow-list.ts';
import { markedByText, statusIcons } from './mark-words.ts';
import { type Group, groupSize } from './order.ts';

/** The styles of the list, for the frame around it. */
export const markListStyles = {
  '& .people': {
    '& > div': {
      display: 'grid',
      gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 20rem), 1fr))',
      columnGap: '6',
      // A list of 500 people scrolls as smoothly as one of 15. Per group, because the browser checks each such box in each frame.
      contentVisibility: 'auto',
      containIntrinsicSize: `auto ${groupSize * 65}px`,
    },
    '& [role=listitem]': {
      display: 'flex',
      alignItems: 'stretch',
      minW: '0',
      borderBottomWidth: '1px',
      borderColor: 'border',
      scrollMarginBottom: '8rem',
    },
    '& button': {
      minH: '64px',
      minW: '56px',
      cursor: 'pointer',
      rounded: 'md',
      outlineOffset: '-2px',
      touchAction: 'pan-y',
      userSelect: 'none',
      WebkitTouchCallout: 'none',
      _hover: { bg: 'bg.subtle' },
    },
    '& .mark': {
      flex: '1',
      minW: '0',
      display: 'flex',
      alignItems: 'center',
      gap: '3',
      ps: '1',
      py: '2',
      textAlign: 'start',
    },
    '& .who': { flex: '1', minW: '0' },
    // With large text the names need the room.
    '@media (max-width: 18em)': {
      '& .mark': { gap: '1', ps: '0' },
      '& .mark > span:first-of-type': { display: 'none' },
    },
    '& strong': { display: 'block', fontWeight: '700', lineHeight: '1.3' },
    '& small': { display: 'block', fontSize: 'sm', lineHeight: '1.35' },
    '& .unsent': { display: 'inline-block', ms: '1.5', verticalAlign: '-0.1em' },
    '& .sign': {
      display: 'grid',
      placeItems: 'center',
      w: '48px',
      h: '44px',
      flexShrink: '0',
      rounded: 'md',
      borderWidth: '2px',
      borderColor: 'border.strong',
      color: 'border.strong',
    },
    '& .present .sign': { bg: 'brand.solid', borderColor: 'brand.solid', color: 'brand.contrast' },
    '& .late .sign': { bg: 'warn.subtle', borderColor: 'fg', color: 'fg' },
    '& .excused .sign': { bg: 'bg.subtle', borderColor: 'fg', color: 'fg' },
    '& .absent .sign': { bg: 'danger.subtle', borderColor: 'fg', color: 'fg' },
    '& .more': { display: 'grid', placeItems: 'center', flexShrink: '0' },
    '& .refused': { fontWeight: '600' },
    '@media print': { '& > div': { contentVisibility: 'visible' } },
    // There the colors do not tell an open row from a marked one. On paper its box is free for a pen.
    '@media print, (forced-colors: active)': { '& .open .sign .icon': { visibility: 'hidden' } },
  },
} as const;

const here = { status: 'present', minutesLate: null } as const;
/** Shows a row as marked until its mark is queued. */
type Show = (queued: Promise<unknown>) => void;
/** A second tap on a row within this time is the same tap. */
const doubleTapMs = 600;

export function MarkList({
  groups,
  me,
  viewer,
  hasNoShows,
  onMark,
  onTakeBack,
  onChoose,
  onLocked,
}: {
  groups: readonly Group[];
  me: string | undefined;
  viewer: Viewer;
  /** Whether absent people who had said yes are no-shows. */
  hasNoShows: boolean;
  /** `isShown`: the row shows the mark already. Resolves once the mark is queued. */
  onMark: (person: MarkedPerson, status: Status, isShown: boolean) => Promise<unknown>;
  onTakeBack: (person: MarkedPerson) => void;
  onChoose: (person: MarkedPerson) => void;
  /** Says why no one can be marked; null where people can be. */
  onLocked: (() => void) | null;
}) {
  const list = useRef<HTMLDivElement>(null);
  const tapped = useRef({ id: '', at: 0 });
  /** The person to mark; says why not where the list is locked. */
  const find = (id: string): MarkedPerson | undefined => {
    onLocked?.();
    return onLocked ? undefined : groups.flatMap(({ people }) => people).find(({ user }) => user.id === id);
  };
  const actions: Actions & { tap: (id: string, show: Show) => void } = {
    mark: (id, status) => {
      const person = find(id);
      if (person && person.status !== status) void onMark(person, status, false);
    },
    tap: (id, show) => {
      const person = find(id);
      if (person) show(onMark(person, 'present', true));
    },
    takeBack: (id) => {
      const person = find(id);
      if (person && person.status !== null) onTakeBack(person);
    },
    choose: (id) => {
      const person = find(id);
      if (person) onChoose(person);
    },
  };
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    if (!list.current) return;
    const read = () => latest.current;
    const stops = [
      followKeys(list.current, read),
      followTouch(list.current, read),
      followFocus(list.current),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  // The same functions for every render, so that only the row that changed is rendered again.
  const [onTap] = useState(() => (id: string, isMarked: boolean, show: Show) => {
    const { at, id: last } = tapped.current;
    tapped.current = { id, at: performance.now() };
    if (last === id && performance.now() - at < doubleTapMs) return;
    if (isMarked) latest.current.choose(id);
    else latest.current.tap(id, show);
  });
  const [onMore] = useState(() => (id: string) => latest.current.choose(id));
  // After the first render, and when the row that was the tab stop is gone.
  useLayoutEffect(() => {
    if (list.current && !hasTabStop(list.current))
      setTabStop(list.current, list.current.querySelector('[data-person]'));
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: one list for screen readers, whose groups are for the browser alone
    <div ref={list} role="list" className="people" aria-describedby="attendance-keys">
      {groups.map(({ key, people }) => (
        <div key={key}>
          {people.map((person) => (
            <PersonRow
              key={person.user.id}
              person={person}
              me={me}
              viewer={viewer}
              hasNoShows={hasNoShows}
              onTap={onTap}
              onMore={onMore}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

type RowProps = {
  person: MarkedPerson;
  me: string | undefined;
  viewer: Viewer;
  hasNoShows: boolean;
  /** Calls `show` if the tap marks the person as here. */
  onTap: (id: string, isMarked: boolean, show: Show) => void;
  onMore: (id: string) => void;
};

/** Compares values: after each mark the objects of unchanged people are new ones. */
function isSameRow(before: RowProps, now: RowProps): boolean {
  const [a, b] = [before.person, now.person];
  return (
    before.viewer === now.viewer &&
    before.me === now.me &&
    before.hasNoShows === now.hasNoShows &&
    a.status === b.status &&
    a.minutesLate === b.minutesLate &&
    a.occurredAt === b.occurredAt &&
    a.queued?.id === b.queued?.id &&
    a.refused?.id === b.refused?.id &&
    a.markedBy?.id === b.markedBy?.id &&
    a.reply === b.reply &&
    a.note === b.note &&
    a.user.name === b.user.name &&
    a.user.avatarSrc === b.user.avatarSrc
  );
}

const PersonRow = memo(function PersonRow({
  person: given,
  me,
  viewer,
  hasNoShows,
  onTap,
  onMore,
}: RowProps) {
  // A tap renders this row alone; the page, with the queued mark, follows after the paint.
  const [isTapped, setTapped] = useState(false);
  if (isTapped && given.status !== null) setTapped(false);
  const person: MarkedPerson = isTapped ? { ...given, ...here } : given;
  const { user, status, note, queued, refused } = person;
  const { id, name } = user;
  const state = [
    status === null ? replyText(person) : markText(person),
    hasNoShows && isNoShow(person) && t('had said yes'),
    status !== null && person.isGuest && t('Guest'),
    markedByText(person, me, viewer),
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: an item of the whole list, which has the groups in between
    <div role="listitem" data-person={id} className={status ?? 'open'}>
      <button
        type="button"
        className="mark"
        data-mark=""
        data-printed=""
        // Never 0 in React: followFocus moves the tab stop in the DOM, because a render would delay the mark of a tap.
        tabIndex={-1}
        onClick={() =>
          onTap(id, status !== null, (queued) => {
            setTapped(true);
            // Also where it fails: the row shows what is queued.
            void queued.catch(reportError).finally(() => setTapped(false));
          })
        }
      >
        <Avatar name={name} src={user.avatarSrc} />
        <span className="who">
          <strong>{name}</strong>
          <span className="sr">, {status === null ? `${markText(person)}, ` : ''}</span>
          <small>
            {state.filter(Boolean).join(' · ')}
            {queued === null ? null : (
              <span className="unsent">
                <Icon name="cloud-off" size={14} />
                <span className="sr">, {t('not sent yet')}</span>
              </span>
            )}
          </small>
          {note ? <small>{t('“{note}”', { note })}</small> : null}
          {refused?.refusal ? (
            <small className="refused">
              {t('Not accepted: {reason}', { reason: refusalText(refused.refusal) })}
            </small>
          ) : null}
        </span>
        <span className="sign" aria-hidden="true">
          <Icon name={statusIcons[status ?? 'present']} size={24} />
        </span>
      </button>
      <button
        type="button"
        className="more"
        data-more=""
        tabIndex={-1}
        aria-label={t('More for {name}: late, excused, absent', { name })}
        aria-haspopup="dialog"
        onClick={() => onMore(id)}
      >
        <Icon name="ellipsis" />
      </button>
    </div>
  );
}, isSameRow);
