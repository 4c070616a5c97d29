// The status of an event that is not as scheduled: cancelled, postponed, moved, without an organizer.
import { chakra } from '@chakra-ui/react/styled-system';
import type { PublicEvent } from '../../../contract/events/events.ts';
import { useViewer } from '../../format/use-viewer.ts';
import { clockTime, dayIn, longDay } from '../../format/when.ts';
import { isOrganizerInactive } from '../../format/words/paused.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { OwnLine } from '../../ui/unbroken-text.tsx';
import { rich } from '../../words/rich.ts';
import { t } from '../../words/t.ts';

const Box = chakra('div', {
  base: {
    display: 'flex',
    gap: '4',
    px: { base: '4', sm: '5', lg: '8' },
    py: '3.5',
    '& .icon': { flexShrink: '0', mt: '0.5' },
    '& strong': { display: 'block', fontWeight: '700' },
  },
  variants: {
    tone: {
      bad: { bg: 'danger.subtle', color: 'danger' },
      warn: { bg: 'warn.subtle', color: 'warn' },
    },
  },
});

export function StatusBanner({ event }: { event: PublicEvent }) {
  const { eventStatus, statusReason, can } = event;
  const isInactive = isOrganizerInactive(event);
  if (eventStatus === 'EventScheduled' && !isInactive) return null;
  return (
    <Box tone={eventStatus === 'EventCancelled' ? 'bad' : 'warn'}>
      <Icon name="circle-alert" size={22} />
      <div>
        {eventStatus === 'EventScheduled' ? null : <Headline event={event} />}
        {statusReason ? <p>{statusReason}</p> : null}
        {isInactive ? (
          <>
            <strong>{t('Replies are paused')}</strong>
            <p>
              {t("The organizer's account isn't active right now.")}
              {can.cancelRegistration ? ` ${t('You can still give up your place.')}` : null}
            </p>
          </>
        ) : null}
      </div>
    </Box>
  );
}

function Headline({ event }: { event: PublicEvent }) {
  const { locale, now } = useViewer();
  const { eventStatus, startsAt, timeZone, previousStartDates } = event;
  if (eventStatus === 'EventCancelled') return <strong>{t('Cancelled')}</strong>;
  if (eventStatus === 'EventPostponed') return <strong>{t('Postponed. A new time will follow.')}</strong>;
  const before = previousStartDates[0];
  if (!before) return <strong>{t('Moved')}</strong>;
  const isSameDay = dayIn(timeZone, before) === dayIn(timeZone, startsAt);
  const timeOf = (at: string) =>
    isSameDay
      ? clockTime(at, timeZone, locale)
      : `${longDay(at, timeZone, locale, now)}, ${clockTime(at, timeZone, locale)}`;
  return (
    <strong>
      {rich('<from>Moved from <before></before> </from><to>to {time}</to>', {
        from: (text) => <OwnLine>{text}</OwnLine>,
        before: () => <s key="before">{timeOf(before)}</s>,
        to: (text) => <OwnLine>{text}</OwnLine>,
        time: timeOf(startsAt),
      })}
    </strong>
  );
}
