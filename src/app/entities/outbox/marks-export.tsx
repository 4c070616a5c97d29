// Marks that the server does not have: the reason, and all of them as text to share or copy.
import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import { serverOffsetMs } from '../../data/http/clock.ts';
import { isMarking } from '../../data/outbox/mark-calls.ts';
import { marksIn } from '../../data/outbox/marks.ts';
import { cancel, type QueuedWrite } from '../../data/outbox/outbox.ts';
import { useViewer, type Viewer } from '../../format/use-viewer.ts';
import { savedTime } from '../../format/when.ts';
import { markText } from '../../format/words/mark.ts';
import { refusalText } from '../../format/words/refusals.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ConfirmSheet } from '../../ui/dialogs/confirm-sheet.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Link } from '../../ui/navigation/router.tsx';
import { t } from '../../words/t.ts';
import { useLimitText } from './use-limit-text.ts';

const Box = chakra('section', {
  base: {
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    rounded: 'lg',
    px: '4',
    py: '2',
    mb: '3',
    '& summary': {
      minH: 'target',
      display: 'flex',
      alignItems: 'center',
      gap: '2',
      fontWeight: '600',
      cursor: 'pointer',
    },
    '& summary .icon': { flexShrink: '0' },
    '& summary small': { display: 'block', fontSize: 'sm', fontWeight: '400', color: 'fg.muted' },
    '& .list': {
      display: 'inline-flex',
      alignItems: 'center',
      minH: 'target',
      fontWeight: '700',
      _hover: { textDecoration: 'underline' },
    },
    '& pre': { whiteSpace: 'pre-wrap', fontSize: 'sm', py: '2', userSelect: 'all' },
    '& .ways': { display: 'flex', flexWrap: 'wrap', gap: '2', pb: '2' },
  },
});

/** A line for each mark, oldest first: when by the server's clock, who, what, the reason that was typed, and why it was refused. */
function textOf(rows: readonly QueuedWrite[], name: string | null, viewer: Viewer): string {
  const lines = rows.flatMap((row) =>
    marksIn(row).map(({ person, isGuest, status, minutesLate, reason, decidedAt }) => {
      const at = decidedAt + (row.offsetMs ?? serverOffsetMs());
      const time = savedTime(at, viewer.timeZone ?? 'UTC', viewer.locale, 0);
      return [
        `${time}  ${person.name}: ${status === null ? t('Mark removed') : markText({ status, minutesLate })}`,
        isGuest && t('Guest'),
        reason && t('“{note}”', { note: reason }),
        row.refusal && t('Not accepted: {reason}', { reason: refusalText(row.refusal) }),
      ]
        .filter(Boolean)
        .join(', ');
    }),
  );
  return [name ? t('Attendance · {name}', { name }) : t('Attendance'), ...lines].join('\n');
}

/** `rows`: queued and refused marks of one event. `name`: of the event, where it is known. `to`: where its list is. */
export function MarksExport({
  rows,
  name,
  to,
}: {
  rows: readonly QueuedWrite[];
  name: string | null;
  to?: string;
}) {
  const viewer = useViewer();
  const marks = rows.filter(isMarking);
  const refused = marks.filter(({ refusal }) => refusal !== null);
  const countOf = (some: readonly QueuedWrite[]) => some.flatMap(marksIn).length;
  const waiting = countOf(marks) - countOf(refused);
  const event = name ?? marks[0]?.event ?? null;
  const [isOpen, setOpen] = useState(false);
  const [isDismissing, setDismissing] = useState(false);
  const isShown = isOpen || refused.length > 0;
  const limit = useLimitText(marks);
  // Not for each mark while the list is closed: it would delay the next tap.
  const text = isShown ? textOf(marks, event, viewer) : '';
  const share = () => navigator.share({ text }).catch(() => {});
  return (
    <Box>
      {to ? (
        <Link className="list" to={to}>
          {event ? t('Attendance · {name}', { name: event }) : t('Attendance')}
        </Link>
      ) : null}
      <details open={isShown} onToggle={(toggled) => setOpen(toggled.currentTarget.open)}>
        <summary>
          <Icon name={refused.length > 0 ? 'circle-alert' : 'clock'} />
          <span>
            {[
              refused.length > 0 &&
                t('{count, plural, one {One mark was not accepted} other {# marks were not accepted}}', {
                  count: countOf(refused),
                }),
              waiting > 0 &&
                t('{count, plural, one {One mark is not sent yet} other {# marks are not sent yet}}', {
                  count: waiting,
                }),
            ]
              .filter(Boolean)
              .join(' · ')}
            {limit ? <small>{limit}</small> : null}
          </span>
        </summary>
        {isShown ? (
          <>
            <pre>{text}</pre>
            <div className="ways">
              {typeof navigator.share === 'function' ? (
                <Button look="outline" onClick={() => void share()}>
                  <Icon name="share" size={18} />
                  {t('Share as text')}
                </Button>
              ) : null}
              <CopyButton text={text} label={t('Copy as text')} />
              {refused.length > 0 ? (
                <Button look="quiet" aria-haspopup="dialog" onClick={() => setDismissing(true)}>
                  {t('Dismiss')}
                </Button>
              ) : null}
            </div>
          </>
        ) : null}
      </details>
      {isDismissing && refused.length > 0 ? (
        <ConfirmSheet
          title={t('{count, plural, one {Dismiss one mark?} other {Dismiss # marks?}}', {
            count: countOf(refused),
          })}
          action={t('Dismiss')}
          busyText={t('Removing…')}
          said={t('{count, plural, one {One mark is dismissed.} other {# marks are dismissed.}}', {
            count: countOf(refused),
          })}
          act={async () => {
            await Promise.all(refused.map(({ id }) => cancel(id)));
            // Without refused marks the sheet is gone already, and does not close itself.
            setDismissing(false);
          }}
          onClose={() => setDismissing(false)}
        >
          <p>
            {t(
              'Marks that were not accepted are only on this device. Copy them as text first if you still need them.',
            )}
          </p>
        </ConfirmSheet>
      ) : null}
    </Box>
  );
}
