// The attendance list: a row for each person, of which the whole width is the button "here", and a "…" for all else.
import { chakra } from '@chakra-ui/react/styled-system';
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { MarkedPerson } from '../../data/outbox/marks.ts';
import { markText, type Status } from '../../format/mark-words.ts';
import { refusalText } from '../../format/refusals.ts';
import type { Viewer } from '../../format/use-viewer.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { Avatar } from '../../ui/pictures/avatar.tsx';
import { t } from '../../words/t.ts';
import { type Actions, followKeys, followTouch } from './follow-list.ts';
import { markedByText, replyText, statusIcons } from './mark-words.ts';

const List = chakra('ul', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 22rem), 1fr))',
    columnGap: '6',
    '& > li': {
      display: 'flex',
      alignItems: 'stretch',
      minW: '0',
      borderBottomWidth: '1px',
      borderColor: 'border',
      // A list of 500 people scrolls as smoothly as one of 15.
      contentVisibility: 'auto',
      containIntrinsicSize: 'auto 4.5rem',
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
    '@media (max-width: 18em)': { '& .mark > :first-child': { display: 'none' } },
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
  },
});

/** A second tap on a row within this time is the same tap. */
const doubleTapMs = 600;

export function MarkList({
  people,
  me,
  viewer,
  onMark,
  onTakeBack,
  onChoose,
  isLocked,
}: {
  people: readonly MarkedPerson[];
  me: string | undefined;
  viewer: Viewer;
  onMark: (person: MarkedPerson, status: Status) => void;
  onTakeBack: (person: MarkedPerson) => void;
  onChoose: (person: MarkedPerson) => void;
  /** Nothing can be marked yet. */
  isLocked: boolean;
}) {
  const list = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const tapped = useRef({ id: '', at: 0 });
  const find = (id: string) => people.find(({ user }) => user.id === id);
  const actions: Actions = {
    mark: (id, status) => {
      const person = find(id);
      if (person && !isLocked && person.status !== status) onMark(person, status);
    },
    takeBack: (id) => {
      const person = find(id);
      if (person && !isLocked && person.status !== null) onTakeBack(person);
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
    const stops = [followKeys(list.current, read), followTouch(list.current, read)];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  // The same functions for every render, so that only the row that changed is rendered again.
  const [onTap] = useState(() => (id: string, isMarked: boolean) => {
    const { at, id: last } = tapped.current;
    tapped.current = { id, at: performance.now() };
    if (last === id && performance.now() - at < doubleTapMs) return;
    if (isMarked) latest.current.choose(id);
    else latest.current.mark(id, 'present');
  });
  const [onMore] = useState(() => (id: string) => latest.current.choose(id));
  const inReach = people.some(({ user }) => user.id === current) ? current : people[0]?.user.id;
  return (
    <List ref={list} aria-describedby="attendance-keys">
      {people.map((person) => (
        <PersonRow
          key={person.user.id}
          person={person}
          me={me}
          viewer={viewer}
          isCurrent={person.user.id === inReach}
          onFocus={setCurrent}
          onTap={onTap}
          onMore={onMore}
        />
      ))}
    </List>
  );
}

type RowProps = {
  person: MarkedPerson;
  me: string | undefined;
  viewer: Viewer;
  /** The one row that Tab leads to. */
  isCurrent: boolean;
  onFocus: (id: string) => void;
  onTap: (id: string, isMarked: boolean) => void;
  onMore: (id: string) => void;
};

/** Rows of the outbox are read again after each write, so that the objects of unchanged rows differ. */
function isSameRow(before: RowProps, now: RowProps): boolean {
  const [a, b] = [before.person, now.person];
  return (
    before.isCurrent === now.isCurrent &&
    before.viewer === now.viewer &&
    before.me === now.me &&
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
  person,
  me,
  viewer,
  isCurrent,
  onFocus,
  onTap,
  onMore,
}: RowProps) {
  const { user, status, note, queued, refused } = person;
  const { id, name } = user;
  const state = [
    status === null ? replyText(person) : markText(person),
    status !== null && person.isGuest && t('Guest'),
    markedByText(person, me, viewer),
  ];
  const tabIndex = isCurrent ? 0 : -1;
  return (
    <li data-person={id} className={status ?? 'open'}>
      <button
        type="button"
        className="mark"
        data-mark=""
        tabIndex={tabIndex}
        onFocus={() => onFocus(id)}
        onClick={() => onTap(id, status !== null)}
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
        tabIndex={tabIndex}
        aria-label={t('More for {name}: late, excused, absent', { name })}
        aria-haspopup="dialog"
        onFocus={() => onFocus(id)}
        onClick={() => onMore(id)}
      >
        <Icon name="ellipsis" />
      </button>
    </li>
  );
}, isSameRow);
