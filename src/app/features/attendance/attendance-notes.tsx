// Notes above the list: the event is cancelled, postponed, over or not sent yet, or this browser stores nothing.
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useEffect } from 'react';
import type { MyEvent } from '../../../contract/events/events.ts';
import { limits } from '../../../contract/values/limits.ts';
import { useStorageTrouble } from '../../data/device/device.ts';
import { useCreatedEvents } from '../../data/resources/created-events.ts';
import { useNow, useViewer } from '../../format/use-viewer.ts';
import { isOver as isEventOver, shortDay } from '../../format/when.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import type { ChromeIconName } from '../../ui/icons/chrome-icons.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { announce } from '../../words/announce.ts';
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

/** Whether a mark needs a reason, because the event was over long ago. A postponed event is never over. */
export const needsReason = (
  { endsAt, eventStatus }: Pick<MyEvent, 'endsAt' | 'eventStatus'>,
  now: number | null,
): boolean => now !== null && eventStatus !== 'EventPostponed' && now > Date.parse(endsAt) + openMs;

const dayMs = 86_400_000;

/** Why no one can be marked yet, as the server says; null if people can. */
export function closedText(
  event: Pick<MyEvent, 'publication' | 'startsAt' | 'previousStartDates'>,
  now: number | null,
): string | null {
  if (event.publication === 'draft') return t('This event is a draft. Publish it to mark who is there.');
  const starts = [event.startsAt, ...event.previousStartDates].map((at) => Date.parse(at));
  return now !== null && now < Math.min(...starts) - dayMs
    ? t('You can mark people from the day before.')
    : null;
}

export function AttendanceNotes({
  event,
  hasHeld,
  earlyCount,
  onRemoveEarly,
  reason,
  onReason,
}: {
  event: MyEvent;
  /** How many marks are from before the event was moved. */
  earlyCount: number;
  onRemoveEarly: () => void;
  /** The device could not store some of the marks. */
  hasHeld: boolean;
  reason: string;
  onReason: (reason: string) => void;
}) {
  const trouble = useStorageTrouble();
  const now = useNow();
  const { locale } = useViewer();
  const { eventStatus, endsAt, timeZone } = event;
  const isOld = needsReason(event, now);
  const closed = closedText(event, now);
  const isOver = isEventOver(event, now);
  const missesPeople = useCreatedEvents().some((one) => one.event.id === event.id && one.missesPeople);
  const lossText =
    trouble === null && !hasHeld
      ? null
      : trouble === 'full'
        ? t(
            'This device is full. Marks are lost if you close this page without a connection. Keep it open until they are sent.',
          )
        : t(
            "This browser doesn't let us keep anything. Marks are lost if you close this page without a connection. Keep it open until they are sent.",
          );
  // Someone who marks far down the list does not see the note.
  useEffect(() => {
    if (lossText !== null) announce(lossText);
  }, [lossText]);
  return (
    <>
      {lossText === null ? null : (
        <Note icon="circle-alert">
          <p>{lossText}</p>
        </Note>
      )}
      {eventStatus === 'EventCancelled' ? (
        <Note icon="calendar-off">
          <p>{t('This event was cancelled. You can still mark who was there.')}</p>
        </Note>
      ) : eventStatus === 'EventPostponed' ? (
        <Note icon="calendar-off">
          <p>{t('This event is postponed. You can still mark who was there.')}</p>
        </Note>
      ) : null}
      {earlyCount === 0 ? null : (
        <Note icon="clock">
          <p>
            {t(
              '{count, plural, one {One mark is} other {# marks are}} from before this event was moved to this date.',
              { count: earlyCount },
            )}
          </p>
          <Button look="outline" onClick={onRemoveEarly}>
            {t('{count, plural, one {Remove that mark} other {Remove those marks}}', { count: earlyCount })}
          </Button>
        </Note>
      )}
      {missesPeople ? (
        <Note icon="users">
          <p>
            {t(
              "This event isn't sent yet, and this device doesn't have everyone in the team. Add who is missing by name.",
            )}
          </p>
        </Note>
      ) : null}
      {closed === null ? null : (
        <Note icon="clock">
          <p>{closed}</p>
        </Note>
      )}
      {isOld ? (
        <Note icon="clock">
          <p>
            {t(
              "This event was on {day}. Say why you're marking it now: the reason is saved with the marks.",
              {
                day: shortDay(endsAt, timeZone, locale),
              },
            )}
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
