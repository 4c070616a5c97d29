// A visitor's main action for an event: a sticky bar on phones, a card below the hero elsewhere.

import { chakra } from '@chakra-ui/react/styled-system';
import type { PublicEvent } from '../../../contract/events/events.ts';
import { loginPath } from '../../data/session/redirect-path.ts';
import { priceText } from '../../format/money.ts';
import { useNow, useViewer } from '../../format/use-viewer.ts';
import { clockTime, shortDay } from '../../format/when.ts';
import { isOrganizerInactive } from '../../format/words/paused.ts';
import { placesLabel } from '../../format/words/vocabulary.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Link } from '../../ui/navigation/router.tsx';
import { footBar } from '../../ui/page/foot-bar.ts';
import { t } from '../../words/t.ts';
import { fullText, otherEvents } from './other-events.ts';

const Row = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '4',
    px: { base: '4', sm: '5', lg: '8' },
    py: '3',
    bg: 'bg.panel',
    borderColor: 'border',
    borderBottomWidth: '1px',
    '& strong': { display: 'block', fontWeight: '700' },
    '& span': { display: 'block', fontSize: 'sm', color: 'fg.muted' },
    '& > a': { flex: '0 1 auto' },
    '& div > a': {
      display: 'inline-flex',
      alignItems: 'center',
      minH: 'target',
      color: 'brand',
      fontWeight: '600',
      fontSize: 'sm',
    },
  },
  variants: {
    isBar: {
      true: {
        lgDown: {
          ...footBar,
          borderBottomWidth: '0',
          '& > a': { flex: '1 1 60%', maxW: '22rem' },
        },
      },
    },
  },
});

/** Why registration is not possible now; null where it is, as far as this page knows. `full`: without a waitlist. */
function closedReason(event: PublicEvent, now: number | null, locale: string): string | null {
  const { eventStatus, endsAt, registrationOpensAt: opens, registrationClosesAt: closes, timeZone } = event;
  if (eventStatus === 'EventPostponed' && !isOrganizerInactive(event))
    return event.joinPolicy === 'invite' ? '' : null;
  if (now !== null && Date.parse(endsAt) <= now) return t('This event is over');
  if (eventStatus === 'EventCancelled' || isOrganizerInactive(event)) return '';
  if (event.joinPolicy === 'invite') return t('By invitation only');
  if (now !== null && closes && Date.parse(closes) <= now) return t('Registration is closed');
  if (now !== null && opens && Date.parse(opens) > now)
    return t('Registration opens {day}, {time}', {
      day: shortDay(opens, timeZone, locale),
      time: clockTime(opens, timeZone, locale),
    });
  if (event.remainingAttendeeCapacity === 0 && !event.waitlistEnabled) return 'full';
  return null;
}

export function VisitorAction({ event, isMain }: { event: PublicEvent; isMain: boolean }) {
  const { locale } = useViewer();
  const closed = closedReason(event, useNow(), locale);
  if (closed === '') return null;
  if (closed === 'full') {
    const { to, label } = otherEvents(event);
    return (
      <Row data-action>
        <div>
          <strong>{t('Full')}</strong>
          <span>{fullText()}</span>
          <Link to={to}>{label}</Link>
        </div>
      </Row>
    );
  }
  if (closed !== null)
    return (
      <Row data-action>
        <strong>{closed}</strong>
      </Row>
    );
  if (event.eventStatus === 'EventPostponed')
    return (
      <Row isBar={isMain} data-action data-action-bar={isMain || undefined}>
        <strong>{t('New date to follow')}</strong>
        <ButtonLink to={loginPath(`/events/public/${event.id}`)}>{t('Sign in to hear about it')}</ButtonLink>
      </Row>
    );
  const isFull = event.remainingAttendeeCapacity === 0;
  const left = event.remainingAttendeeCapacity;
  const places =
    placesLabel(event)?.label ??
    (left === null
      ? t('Unlimited places')
      : t('{left, plural, one {# place} other {# places}} left', { left }));
  return (
    <Row isBar={isMain} data-action data-action-bar={isMain || undefined}>
      <div>
        <strong>{priceText(event.price, locale)}</strong>
        <span>{places}</span>
      </div>
      <ButtonLink to={loginPath(`/events/public/${event.id}`)}>
        {isFull ? t('Sign in to join the waitlist') : t('Sign in to register')}
      </ButtonLink>
    </Row>
  );
}
