// The next event, large, with its main action.
import { chakra } from '@chakra-ui/react/styled-system';
import type { MyEventSummary } from '../../../contract/events/events.ts';
import { repliesLabel } from '../../entities/events/reply-row.tsx';
import { useNow, type Viewer } from '../../format/use-viewer.ts';
import { dayHeading, relativeDay, timeRangeForBoth } from '../../format/when.ts';
import { registrationLabel, type StateLabel } from '../../format/words/vocabulary.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { FieldLines } from '../../ui/sports-field/field-lines.tsx';
import { t } from '../../words/t.ts';

const Card = chakra('section', {
  base: {
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    rounded: 'xl',
    overflow: 'hidden',
    shadow: 'raised',
    '& .field': {
      position: 'relative',
      isolation: 'isolate',
      color: 'white',
      minH: { base: '9.5rem', lg: '13rem' },
      p: '5',
      display: 'flex',
      flexDirection: 'column',
      justifyContent: 'flex-end',
    },
    '& .field-lines': { zIndex: '-1' },
    '& .when': { fontWeight: '600' },
    '& h2': { fontSize: { base: '2xl', lg: '3xl' }, lineHeight: '1.15', fontWeight: '800', mt: '1' },
    '& .body': { p: '5', display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '3.5' },
    '& .row': { display: 'flex', gap: '3', '& svg': { flexShrink: '0', mt: '0.5', color: 'fg.muted' } },
    '& .row strong': { display: 'block', fontWeight: '700' },
    '& .row span': { color: 'fg.muted', overflowWrap: 'anywhere' },
  },
});

export function NextEvent({
  event,
  isLeading,
  viewer,
}: {
  event: MyEventSummary;
  isLeading: boolean;
  viewer: Viewer;
}) {
  const now = useNow();
  const { place, startsAt, timeZone, attendanceMode } = event;
  const { weekday, date } = dayHeading(startsAt, timeZone, viewer.locale, viewer.now);
  const state: StateLabel | null = isLeading
    ? event.replies
      ? repliesLabel(event, event.replies, viewer)
      : { label: t("You're leading it"), tone: 'good' }
    : registrationLabel(event.registration, event);
  const { to, label } = mainAction(event, isLeading);
  return (
    <Card aria-labelledby="next-event">
      <div className="field">
        <FieldLines activity={event.activities[0]} crop="hero" />
        <p className="when">{relativeDay(event, now) ?? t('Next')}</p>
        <h2 id="next-event">{event.name}</h2>
      </div>
      <div className="body">
        {state ? (
          <div>
            <Badge tone={state.tone}>{state.label}</Badge>
          </div>
        ) : null}
        <p className="row">
          <Icon name="clock" />
          <span>
            <chakra.strong color="fg">
              {weekday} {date}
            </chakra.strong>
            <time dateTime={startsAt}>{timeRangeForBoth(event, viewer.timeZone, viewer.locale)}</time>
          </span>
        </p>
        <p className="row">
          <Icon name={attendanceMode === 'online' ? 'video' : 'map-pin'} />
          <span>
            <chakra.strong color="fg">
              {attendanceMode === 'online' ? t('Online') : (place?.name ?? t('Place to follow'))}
            </chakra.strong>
            {place?.region}
          </span>
        </p>
        <ButtonLink to={to} shape="wide" aria-describedby="next-event">
          {label}
        </ButtonLink>
      </div>
    </Card>
  );
}

function mainAction({ id, registration }: MyEventSummary, isLeading: boolean): { to: string; label: string } {
  const to = `/my/events/${id}`;
  if (registration?.state === 'pendingPayment')
    return { to: `${to}/payment`, label: t('Pay to keep your place') };
  if (registration?.state === 'offered') return { to, label: t('Accept place') };
  if (registration?.reconfirmAskedAt) return { to, label: t("Say if you're still coming") };
  return { to, label: isLeading ? t("See who's coming") : t('See the details') };
}
