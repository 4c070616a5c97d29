// The replies to an event, for those who run it: an overview, and one by one.

import { chakra } from '@chakra-ui/react/styled-system';
import { lazy, Suspense, useRef, useState } from 'react';
import type { MyEvent } from '../../../../contract/events/events.ts';
import { attendancePath } from '../../../data/outbox/mark-calls.ts';
import { useWholeList } from '../../../data/resources/use-whole-list.ts';
import { useSession } from '../../../data/session/session.ts';
import { ChangeState } from '../../../entities/events/change-state.tsx';
import { useViewer } from '../../../format/use-viewer.ts';
import { isOver } from '../../../format/when.ts';
import { attendanceText } from '../../../format/words/turnout.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { Link } from '../../../ui/navigation/router.tsx';
import { ErrorState, Skeleton } from '../../../ui/page/state.tsx';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { StatusLine } from '../../../ui/status-line.tsx';
import { t } from '../../../words/t.ts';
import { hasPayments } from '../payment/event-money.ts';
import {
  answeredNote,
  awaitsCoach,
  awayNote,
  countedGroups,
  type Entry,
  groupsOf,
  heightOf,
  type ListId,
  stateNote,
  tilesOf,
} from './reply-groups.ts';
import { ReplyTiles } from './reply-tiles.tsx';
import { Unanswered } from './unanswered.tsx';
import { useDecision } from './use-decision.ts';

const ReplySheet = lazy(async () => ({ default: (await import('./reply-sheet.tsx')).ReplySheet }));
const AddSheet = lazy(async () => ({ default: (await import('./add-sheet.tsx')).AddSheet }));

const EventPayments = lazy(async () => ({
  default: (await import('../payment/event-payments.tsx')).EventPayments,
}));

const Box = chakra('div', {
  base: {
    px: { base: '4', sm: '5', lg: '8' },
    pt: '4',
    pb: '2',
    borderBottomWidth: '1px',
    borderColor: 'border',
    '& h2': { fontSize: 'lg', fontWeight: '700' },
    '& .head': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      justifyContent: 'space-between',
      columnGap: '3',
    },
    // The words of its buttons line up with the edge of the page.
    '& .tools': { display: 'flex', flexWrap: 'wrap', mx: '-3' },
    // For a desk.
    '& .table': { lgDown: { display: 'none' }, '@media print': { display: 'none' } },
    '& .turnout a': {
      display: 'inline-flex',
      alignItems: 'center',
      minH: 'target',
      fontWeight: '600',
      textDecoration: 'underline',
      textUnderlineOffset: '3px',
    },
    '& summary': {
      minH: 'target',
      display: 'flex',
      alignItems: 'center',
      gap: '2',
      fontWeight: '700',
      cursor: 'pointer',
      rounded: 'sm',
      listStyle: 'none',
      '&::-webkit-details-marker': { display: 'none' },
      '& span': { flex: '1', color: 'fg.muted', fontWeight: '500' },
      '& .icon': { flexShrink: '0', color: 'fg.muted', transition: 'transform 120ms' },
    },
    '& details[open] > summary .icon': { transform: 'rotate(90deg)' },
    '& li': {
      py: '2',
      borderTopWidth: '1px',
      borderColor: 'border',
    },
    '& .person': { display: 'flex', alignItems: 'center', gap: '3', minH: 'target' },
    '& .who': { flex: '1', minW: '0' },
    '& .who strong': { display: 'block', fontWeight: '600', lineHeight: '1.3' },
    '& .who small': {
      display: 'block',
      fontSize: 'sm',
      color: 'fg.muted',
      fontVariantNumeric: 'tabular-nums',
    },
    '& .decide': { display: 'flex', gap: '2', '& button': { px: '3.5' } },
    '& .person.answer': { flexWrap: 'wrap' },
    '& .answer .who': { flex: '1 1 7rem' },
    '& .choices': { display: 'flex', flexWrap: 'wrap', gap: '2', '& button': { px: '3' } },
  },
});

export function Replies({ event }: { event: MyEvent }) {
  const { whole, error, retry } = useWholeList('GET /api/events/{id}/registrations', {
    params: { id: event.id },
    query: { limit: 100 },
  });
  const box = useRef<HTMLDivElement>(null);
  const [isAdding, setAdding] = useState(false);
  // Not in the person's row: another coach's decision moves the row to another list, and the sheet would lose what was typed.
  const [changing, setChanging] = useState<Entry | null>(null);
  const [said, setSaid] = useState<{ text: string } | null>(null);
  // People who may still cancel an event of theirs may still decide about its places.
  const canDecide = event.can.cancel;
  const { locale, now } = useViewer();
  const isCancelled = event.eventStatus === 'EventCancelled';
  const isPast = isCancelled || isOver(event, now);
  const groups = whole && groupsOf(whole, isPast);
  // A draft has asked no one, so no one owes an answer.
  const isDraft = event.publication === 'draft';
  const unanswered = isCancelled || isDraft ? 0 : (event.replies?.noAnswer ?? 0);
  const askedAgainCount = isPast ? 0 : (event.replies?.askedAgain ?? 0);
  const isAsked = !isPast && !isDraft && event.teams.length > 0;
  const counted = groups ?? countedGroups(event);
  const tiles = tilesOf(counted, { isAsked, unanswered, askedAgainCount });
  const openList = (id: ListId) => {
    const lists = [...(box.current?.querySelectorAll('details') ?? [])];
    const list = lists.find(({ dataset }) => dataset.list === (id === 'askedAgain' ? 'noAnswer' : id));
    if (!list) return;
    list.open = true;
    list.querySelector('summary')?.focus();
  };
  return (
    <Box ref={box} data-people tabIndex={-1}>
      <div className="head">
        <h2>{t('Replies')}</h2>
        <div className="tools">
          {event.teams.length > 0 && canDecide ? (
            <Button look="quiet" onClick={() => setAdding(true)}>
              {t('Reply for someone')}
            </Button>
          ) : null}
          <ButtonLink className="table" look="quiet" to={`/my/events/${event.id}/roster`}>
            {t('As a table')}
          </ButtonLink>
        </div>
      </div>
      {isPast && event.attendance ? (
        <p className="turnout">
          <Link to={attendancePath(event.id)}>{attendanceText(event.attendance, locale)}</Link>
        </p>
      ) : null}
      {groups ? (
        tiles.length > 0 ? (
          <>
            <ReplyTiles tiles={tiles} onOpen={openList} />
            {groups.map(({ id, title, entries }) => (
              <details
                key={id}
                data-list={id}
                open={
                  (id === 'pendingApproval' && !isPast) ||
                  (canDecide && entries.some(awaitsCoach)) ||
                  undefined
                }
              >
                <summary>
                  {title} <span>{entries.length}</span>
                  <Icon name="chevron-right" size={18} />
                </summary>
                <ul>
                  {entries.map((entry) => (
                    <Person
                      key={entry.user.id}
                      event={event}
                      entry={entry}
                      canDecide={canDecide}
                      isOpen={entry.user.id === changing?.user.id}
                      onOpen={() => setChanging(entry)}
                    />
                  ))}
                </ul>
              </details>
            ))}
          </>
        ) : (
          <chakra.p color="fg.muted" pb="3">
            {isDraft && event.teams.length > 0
              ? t('No one is asked until you publish this event.')
              : isPast
                ? t('No one replied.')
                : t('No one has replied yet.')}
          </chakra.p>
        )
      ) : error ? (
        <ErrorState error={error} onRetry={retry} />
      ) : (
        <Skeleton h={`${heightOf(tiles.length, counted, isPast)}rem`} rounded="md" mt="2" mb="1" />
      )}
      {event.publication === 'published' && unanswered + askedAgainCount > 0 ? (
        <Unanswered
          event={event}
          canAnswer={canDecide && event.eventStatus !== 'EventPostponed'}
          onAnswered={(text) => setSaid({ text })}
        />
      ) : null}
      <StatusLine said={said} />
      {hasPayments(event) ? (
        <Suspense fallback={<Skeleton h="9rem" rounded="md" mt="5" />}>
          <EventPayments event={event} />
        </Suspense>
      ) : null}
      <Suspense fallback={null}>
        {isAdding ? <AddSheet event={event} onClose={() => setAdding(false)} /> : null}
        {changing ? (
          <ReplySheet
            event={event}
            entry={whole?.find(({ user }) => user.id === changing.user.id) ?? changing}
            onClose={() => setChanging(null)}
          />
        ) : null}
      </Suspense>
    </Box>
  );
}

function Person({
  event,
  entry,
  canDecide,
  isOpen,
  onOpen,
}: {
  event: MyEvent;
  entry: Entry;
  canDecide: boolean;
  /** The sheet for this person is open, and says what becomes of its action. */
  isOpen: boolean;
  onOpen: () => void;
}) {
  const decision = useDecision(event, entry.user, entry.version);
  const { user, note, state } = entry;
  const me = useSession().user?.id;
  const viewer = useViewer();
  const takesCash = event.offers.every(
    ({ price, acceptsOffline }) => acceptsOffline || price.amountMinor === 0,
  );
  const said = [
    (!isOpen && decision.pending) || stateNote(entry, takesCash),
    awayNote(entry, viewer),
    answeredNote(entry, me),
    entry.reconfirmAskedAt && !decision.pending && t('Asked again'),
    note && t('“{note}”', { note }),
  ];
  return (
    <li>
      <div className="person">
        <Avatar name={user.name} src={user.avatarSrc} size={40} />
        <div className="who">
          <strong>{user.name}</strong>
          <small>{said.filter(Boolean).join(' · ')}</small>
        </div>
        <div className="decide">
          {state === 'pendingApproval' && canDecide ? (
            <Button
              look="outline"
              busy={decision.isSending}
              aria-label={t('Approve {name}', { name: user.name })}
              onClick={() => void decision.decide({ action: 'approve' })}
            >
              {t('Approve')}
            </Button>
          ) : null}
          {canDecide ? (
            <Button
              look="quiet"
              aria-label={t("Change {name}'s reply", { name: user.name })}
              aria-haspopup="dialog"
              onClick={onOpen}
            >
              {state === 'pendingApproval' ? t('More') : t('Change')}
            </Button>
          ) : null}
        </div>
      </div>
      <ChangeState
        change={isOpen ? { ...decision, isWaiting: false } : decision}
        about={user.name}
        onWait={decision.onWait}
      />
    </li>
  );
}
