// The list of queued writes, shown on Home, in the outbox sheet and in the settings. Each can be cancelled; a
// refused one says why and what can be done instead.
import { chakra } from '@chakra-ui/react/styled-system';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { isLimited } from '../../../offline/send-queue.ts';
import { useOnline } from '../../data/http/connectivity.ts';
import { dismiss } from '../../data/outbox/dismiss.ts';
import { attendancePath, eventOfMark, isMarking } from '../../data/outbox/mark-calls.ts';
import { flush, type QueuedWrite, takeBack } from '../../data/outbox/outbox.ts';
import { createdId, isPublishing, planningPath } from '../../data/outbox/planned.ts';
import { eventOfReply, joinWaitlistInstead } from '../../data/outbox/replies.ts';
import { seriesOfReply } from '../../data/outbox/series-replies.ts';
import { useOutbox } from '../../data/outbox/use-outbox.ts';
import { useResource } from '../../data/resources/use-resource.ts';
import { useBrowserZone, useNow, useViewer } from '../../format/use-viewer.ts';
import { clockTime } from '../../format/when.ts';
import { refusalText } from '../../format/words/refusals.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Link } from '../../ui/navigation/router.tsx';
import { announce } from '../../words/announce.ts';
import { t } from '../../words/t.ts';
import { useLimitText } from './use-limit-text.ts';

const List = chakra('ul', {
  base: {
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    rounded: 'lg',
    // The marks of an event, below.
    '& + section': { mt: '3' },
    '& > li': {
      display: 'grid',
      gridTemplateColumns: 'auto minmax(0, 1fr) auto',
      columnGap: '3.5',
      alignItems: 'center',
      ps: '4',
      pe: '2',
      py: '2.5',
    },
    '& > li + li': { borderTopWidth: '1px', borderColor: 'border' },
    '& > li > .icon': { color: 'fg.muted' },
    '& .refused > .icon': { color: 'warn' },
    '& .title': { fontWeight: '600', lineHeight: '1.35', py: '1' },
    '& a.title': { display: 'inline-block', py: '3', my: '-2' },
    '& a.title:hover': { textDecoration: 'underline' },
    '& .state': { fontSize: 'sm', color: 'fg.muted' },
    '& .choices': { gridColumn: '2 / -1', display: 'flex', flexWrap: 'wrap', gap: '2', mt: '2' },
  },
});

const MarksExport = lazy(async () => ({ default: (await import('./marks-export.tsx')).MarksExport }));

/** `empty` replaces an empty list. `only`: filters the writes for this page. */
export function OutboxList({
  empty = null,
  only = () => true,
}: {
  empty?: ReactNode;
  only?: (row: QueuedWrite) => boolean;
}) {
  const queued = useOutbox().filter(only);
  const rows = queued.filter((row) => !isMarking(row));
  const marks = queued.filter(isMarking);
  const isOnline = useOnline();
  const now = useNow();
  const [isSending, setSending] = useState(false);
  const latest = useRef(queued);
  latest.current = queued;
  if (queued.length === 0) return empty;
  const sendNow = async () => {
    setSending(true);
    await flush({ now: true });
    setSending(false);
    // What was sent or refused is announced by itself.
    if (latest.current.some(({ refusal }) => !refusal)) announce(t('Not sent yet.'));
  };
  return (
    <>
      {rows.length > 0 ? (
        <List>
          {rows.map((row) =>
            row.refusal ? <Refused key={row.id} row={row} /> : <Queued key={row.id} row={row} />,
          )}
        </List>
      ) : null}
      <Suspense fallback={null}>
        {[...new Set(marks.map(eventOfMark))].map((id) => (
          <MarksExport
            key={id}
            rows={marks.filter((row) => eventOfMark(row) === id)}
            name={null}
            to={attendancePath(id)}
          />
        ))}
      </Suspense>
      {isOnline && queued.some((row) => !row.refusal && row.attempts > 0 && !isLimited(row, now)) ? (
        <Button look="outline" shape="wide" mt="3" busy={isSending} onClick={() => void sendNow()}>
          <Icon name="refresh-cw" size={18} />
          {t('Try now')}
        </Button>
      ) : null}
    </>
  );
}

function Title({ row }: { row: QueuedWrite }) {
  const eventId = eventOfReply(row);
  const seriesId = seriesOfReply(row);
  const path = eventId ? `/my/events/${eventId}` : seriesId ? `/series/${seriesId}` : planningPath(row);
  return path ? (
    <Link className="title" to={path}>
      {row.title}
    </Link>
  ) : (
    <p className="title">{row.title}</p>
  );
}

/** A button named after its row; removes the write unless it does something else. */
function Act({ row, children, ...button }: React.ComponentProps<typeof Button> & { row: QueuedWrite }) {
  return (
    <Button
      look="quiet"
      aria-label={`${children}: ${row.title}`}
      onClick={() => void (row.refusal ? dismiss(row) : takeBack(row))}
      {...button}
    >
      {children}
    </Button>
  );
}

function Queued({ row }: { row: QueuedWrite }) {
  const { locale } = useViewer();
  const zone = useBrowserZone();
  const isOnline = useOnline();
  const eventId = createdId(row);
  const limit = useLimitText([row]);
  const state =
    limit ??
    (row.isAside
      ? t(
          "We tried {attempts, plural, one {once} other {# times}} and couldn't send this yet. We'll keep trying.",
          {
            attempts: row.attempts,
          },
        )
      : isOnline && zone !== null && row.notBefore > 0
        ? t("We couldn't send this yet. Next try at {time}.", {
            time: clockTime(new Date(row.notBefore).toISOString(), zone, locale),
          })
        : isPublishing(row)
          ? t("We'll publish it as soon as possible")
          : t('Saved on this device, will be sent'));
  return (
    <li>
      <Icon name="clock" />
      <div>
        <Title row={row} />
        <p className="state">{state}</p>
      </div>
      <Act row={row}>{t('Cancel')}</Act>
      {eventId === null ? null : (
        <div className="choices">
          <ButtonLink
            look="outline"
            to={attendancePath(eventId)}
            aria-label={t('Attendance · {name}', { name: String(row.body.name) })}
          >
            <Icon name="check" size={18} />
            {t('Attendance')}
          </ButtonLink>
        </div>
      )}
    </li>
  );
}

function Refused({ row }: { row: QueuedWrite }) {
  const eventId = eventOfReply(row);
  const isFull = row.refusal?.code === 'event_full';
  // Only the event says whether it has a waitlist.
  const event = useResource('GET /api/events/{id}', isFull && eventId ? { params: { id: eventId } } : null);
  const canWait = event.data?.waitlistEnabled;
  return (
    <li className="refused">
      <Icon name="circle-alert" />
      <div>
        <Title row={row} />
        <p className="state">
          {row.refusal && refusalText(row.refusal)}
          {canWait && ` ${t('Join the waitlist?')}`}
        </p>
      </div>
      {canWait ? (
        <div className="choices">
          <Act row={row} look="solid" onClick={() => void joinWaitlistInstead(row)}>
            {t('Join waitlist')}
          </Act>
          <Act row={row}>{t('No')}</Act>
        </div>
      ) : (
        <Act row={row}>{t('Dismiss')}</Act>
      )}
    </li>
  );
}
