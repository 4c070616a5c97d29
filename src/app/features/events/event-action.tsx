// The one main action of an event, or the state it leaves: a bar at the thumb on phones, a card under the head elsewhere.
import { chakra } from '@chakra-ui/react/styled-system';
import type { PublicEvent, Registration } from '../../../contract/events.ts';
import { loginPath } from '../../data/redirect-path.ts';
import { priceText } from '../../format/money.ts';
import { useNow, useViewer } from '../../format/use-viewer.ts';
import { clockTime, shortDay } from '../../format/when.ts';
import { placesLabel, registrationLabel } from '../../format/words.ts';
import { ButtonLink } from '../../ui/button.tsx';

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
    '& a': { flex: '0 1 auto' },
  },
  variants: {
    isBar: {
      true: {
        lgDown: {
          position: 'fixed',
          insetX: '0',
          bottom: '0',
          zIndex: '11',
          borderTopWidth: '1px',
          borderBottomWidth: '0',
          pb: 'max(0.75rem, env(safe-area-inset-bottom))',
          '& a': { flex: '1 1 60%', maxW: '22rem' },
        },
      },
    },
    tone: {
      good: { '& strong': { color: 'brand' } },
      warn: { '& strong': { color: 'warn' } },
      bad: { '& strong': { color: 'danger' } },
      plain: {},
    },
  },
});

type Props = { event: PublicEvent; registration: Registration | null; isVisitor: boolean; isMain: boolean };

export function EventAction({ event, registration, isVisitor, isMain }: Props) {
  return isVisitor ? (
    <VisitorAction event={event} isMain={isMain} />
  ) : (
    <MyState event={event} registration={registration} />
  );
}

/** Why nobody can register right now; null where one can, as far as this page knows. */
function closedReason(event: PublicEvent, now: number | null, locale: string): string | null {
  const { eventStatus, endsAt, registrationOpensAt: opens, registrationClosesAt: closes, timeZone } = event;
  if (now !== null && Date.parse(endsAt) <= now) return 'This event is over';
  if (eventStatus === 'EventCancelled' || eventStatus === 'EventPostponed') return '';
  if (event.joinPolicy === 'invite') return 'By invitation only';
  if (now !== null && closes && Date.parse(closes) <= now) return 'Registration is closed';
  if (now !== null && opens && Date.parse(opens) > now)
    return `Registration opens ${shortDay(opens, timeZone, locale)}, ${clockTime(opens, timeZone, locale)}`;
  if (event.remainingAttendeeCapacity === 0 && !event.waitlistEnabled) return 'Full';
  return null;
}

function VisitorAction({ event, isMain }: { event: PublicEvent; isMain: boolean }) {
  const { locale } = useViewer();
  const closed = closedReason(event, useNow(), locale);
  if (closed === '') return null;
  if (closed !== null)
    return (
      <Row tone="plain" data-action>
        <strong>{closed}</strong>
      </Row>
    );
  const isFull = event.remainingAttendeeCapacity === 0;
  const left = event.remainingAttendeeCapacity;
  const places = placesLabel(event)?.label ?? (left === null ? 'Unlimited places' : `${left} places left`);
  return (
    <Row isBar={isMain} tone="plain" data-action data-action-bar={isMain || undefined}>
      <div>
        <strong>{priceText(event.price, locale)}</strong>
        <span>{places}</span>
      </div>
      <ButtonLink to={loginPath(`/events/public/${event.id}`)}>
        {isFull ? 'Sign in to join the waitlist' : 'Sign in to register'}
      </ButtonLink>
    </Row>
  );
}

function MyState({ event, registration }: { event: PublicEvent; registration: Registration | null }) {
  const { locale } = useViewer();
  const state = registrationLabel(registration);
  if (!state || !registration) return null;
  const { holdExpiresAt: until } = registration;
  const { timeZone } = event;
  return (
    <Row tone={state.tone} data-action>
      <div>
        <strong>{state.label}</strong>
        {until ? (
          <span>
            Until {shortDay(until, timeZone, locale)}, {clockTime(until, timeZone, locale)}
          </span>
        ) : null}
      </div>
    </Row>
  );
}
