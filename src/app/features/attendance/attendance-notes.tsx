// What is unusual about marking at this event: it is off or over, or this browser keeps nothing.
import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import type { MyEvent } from '../../../contract/events/events.ts';
import { limits } from '../../../contract/values/limits.ts';
import type { QueuedWrite } from '../../../offline/outbox.ts';
import { useStorageTrouble } from '../../data/device/device.ts';
import { useNow, useViewer } from '../../format/use-viewer.ts';
import { shortDay } from '../../format/when.ts';
import { TextField } from '../../ui/forms/field.tsx';
import type { ChromeIconName } from '../../ui/icons/chrome-icons.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { t } from '../../words/t.ts';

const Box = chakra('div', {
  base: {
    display: 'flex',
    gap: '3',
    px: '4',
    py: '3',
    mb: '3',
    bg: 'warn.subtle',
    rounded: 'md',
    '& > .icon': { flexShrink: '0', mt: '0.5' },
    '& > div': { flex: '1', minW: '0', display: 'grid', gap: '2' },
  },
});

function Note({ icon, children }: { icon: ChromeIconName; children: ReactNode }) {
  return (
    <Box>
      <Icon name={icon} />
      <div>{children}</div>
    </Box>
  );
}

const openMs = limits.marksOpenDays * 86_400_000;

/** Whether a mark needs a reason, because the event was over long ago. */
export const needsReason = ({ endsAt }: Pick<MyEvent, 'endsAt'>, now: number | null): boolean =>
  now !== null && now > Date.parse(endsAt) + openMs;

export function AttendanceNotes({
  event,
  rows,
  reason,
  onReason,
}: {
  event: MyEvent;
  rows: readonly QueuedWrite[];
  reason: string;
  onReason: (reason: string) => void;
}) {
  const trouble = useStorageTrouble();
  const now = useNow();
  const { locale } = useViewer();
  const { eventStatus, endsAt, timeZone } = event;
  const isOld = needsReason(event, now);
  const isOver = now !== null && now > Date.parse(endsAt);
  return (
    <>
      {trouble !== null || rows.some(({ isHeld }) => isHeld) ? (
        <Note icon="circle-alert">
          <p>
            {trouble === 'full'
              ? t(
                  'This device is full. Marks are lost if you close this page without a connection. Keep it open until they are sent.',
                )
              : t(
                  "This browser doesn't let us keep anything. Marks are lost if you close this page without a connection. Keep it open until they are sent.",
                )}
          </p>
        </Note>
      ) : null}
      {eventStatus === 'EventCancelled' ? (
        <Note icon="calendar-off">
          <p>{t('This event was cancelled. You can still mark who was there.')}</p>
        </Note>
      ) : eventStatus === 'EventPostponed' ? (
        <Note icon="calendar-off">
          <p>{t('This event is postponed. You can still mark who was there.')}</p>
        </Note>
      ) : null}
      {isOld ? (
        <Note icon="clock">
          <p>
            {t('This event was on {day}. Say why you mark it now: the reason is kept with the marks.', {
              day: shortDay(endsAt, timeZone, locale),
            })}
          </p>
          <TextField
            label={t('Reason')}
            name="reason"
            autoComplete="off"
            required
            maxLength={limits.noteMax}
            value={reason}
            onChange={(change: React.ChangeEvent<HTMLInputElement>) => onReason(change.target.value)}
          />
        </Note>
      ) : isOver ? (
        <Note icon="clock">
          <p>{t('This event is over. You can still mark who was there.')}</p>
        </Note>
      ) : null}
    </>
  );
}
