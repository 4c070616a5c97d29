// The facts of an event: when, where, with whom, for whom, what to bring, the price.

import { Suspense } from 'react';
import type { PublicEvent } from '../../../contract/events/events.ts';
import { useRenderData } from '../../data/resources/render-data.ts';
import { listParts } from '../../format/intl.ts';
import { moneyText, priceText } from '../../format/money.ts';
import { useBrowserZone, useNow, useViewer, type Viewer } from '../../format/use-viewer.ts';
import {
  clockTime,
  isOver,
  longDay,
  rangeParts,
  relativeDay,
  yourStartBeside,
  zoneCity,
} from '../../format/when.ts';
import { ageText, levelName } from '../../format/words/vocabulary.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Link } from '../../ui/navigation/router.tsx';
import { loadable } from '../../ui/page/loadable.tsx';
import { OwnLine, UnbrokenText } from '../../ui/unbroken-text.tsx';
import { rich } from '../../words/rich.ts';
import { t } from '../../words/t.ts';
import { AddToCalendar } from './add-to-calendar.tsx';
import { Where } from './where.tsx';

const Cycle = loadable(() => import('./series/series-cycle.tsx'), 'Cycle');
/** Loads the code that reads a series' rule; the screens of an event load it together with their own code. */
export const loadParts = Cycle.load;

type Props = { event: PublicEvent; viewer: Viewer };

export function EventFacts({ event, onlineUrl }: { event: PublicEvent; onlineUrl: string | null }) {
  const viewer = useViewer();
  const { level, ageMin, ageMax, attendeeInstructions, accessibilitySupport } = event;
  const now = useNow();
  const ages = ageText(ageMin, ageMax);
  const fit = [level && levelName(level), ages].filter(Boolean).join(' · ');
  return (
    <Facts>
      <When event={event} viewer={viewer} />
      {event.series && event.series.count > 1 ? (
        <InSeries series={event.series} locale={viewer.locale} />
      ) : null}
      <Where event={event} />
      {event.attendanceMode === 'offline' ? null : (
        <Online event={event} onlineUrl={onlineUrl} hasEnded={isOver(event, now)} />
      )}
      <People event={event} viewer={viewer} />
      {fit ? <Fact icon="award" title={fit} /> : null}
      {attendeeInstructions ? (
        <Fact icon="shopping-bag" title={t('Bring')} lines={[attendeeInstructions]} />
      ) : null}
      {accessibilitySupport.length > 0 ? (
        <Fact icon="accessibility" title={t('Accessibility')} lines={[accessibilitySupport.join(', ')]} />
      ) : null}
      <Price event={event} viewer={viewer} />
    </Facts>
  );
}

function When({ event, viewer: { locale, now } }: Props) {
  const relative = relativeDay(event, useNow());
  const yours = yourStartBeside(event, useBrowserZone(), locale);
  // The server renders before the viewer's zone is known, so the line is reserved for everyone: nothing moves
  // later. On a phone it has no room for more.
  const hasZoneLine = useRenderData().isServerRendered || yours !== null;
  const { arriveMinutesBefore: early, eventStatus } = event;
  const { day, times } = rangeParts(event, locale, now);
  const range = (
    <>
      <OwnLine>{`${day} `}</OwnLine>
      <OwnLine>{times}</OwnLine>
    </>
  );
  const isOn = eventStatus !== 'EventCancelled' && eventStatus !== 'EventPostponed';
  const line = isOn && [
    early && !isOver(event, now)
      ? t('Be there {early, plural, one {# minute} other {# minutes}} early.', { early })
      : '',
    relative && `${relative}.`,
  ];
  return (
    <Fact
      icon="clock"
      title={<time dateTime={event.startsAt}>{isOn ? range : <s>{range}</s>}</time>}
      lines={[
        hasZoneLine
          ? [
              t('{city} time.', { city: zoneCity(event.timeZone) }),
              ...(yours === null ? [] : [t('{yours} your time.', { yours })]),
            ].join(' ')
          : null,
        line ? line.filter(Boolean).join(' ') : null,
        isOn ? <AddToCalendar key="file" eventId={event.id} /> : null,
      ]}
    />
  );
}

/** `One of 52 dates · Tuesdays and Thursdays`. */
function InSeries({ series, locale }: { series: NonNullable<PublicEvent['series']>; locale: string }) {
  const { id, rrule, count } = series;
  return (
    <Fact
      icon="calendar-sync"
      title={
        <Link to={`/series/${id}`}>
          {t('One of {count, plural, one {# date} other {# dates}}', { count })}
          <Suspense fallback={null}>
            <Cycle rrule={rrule} locale={locale} />
          </Suspense>
        </Link>
      }
    />
  );
}

type OnlineProps = { event: PublicEvent; onlineUrl: string | null; hasEnded: boolean };

function Online({ event, onlineUrl, hasEnded }: OnlineProps) {
  return (
    <Fact
      icon="video"
      title={event.attendanceMode === 'mixed' ? t('Also online') : t('Online')}
      lines={[onlineUrl || hasEnded ? null : t("You'll see the link here once you have a place.")]}
      aside={
        onlineUrl && !hasEnded ? (
          <a href={onlineUrl} target="_blank" rel="noopener noreferrer">
            {t('Join online')}
          </a>
        ) : null
      }
    />
  );
}

function People({ event, viewer: { locale, now } }: Props) {
  const { maximumAttendeeCapacity: most, remainingAttendeeCapacity: left, waitlistedCount } = event;
  const taken =
    event.eventStatus !== 'EventCancelled' && most !== null && left !== null
      ? Math.max(0, most - left)
      : event.confirmedCount;
  const isCancelled = event.eventStatus === 'EventCancelled';
  const hasEnded = isOver(event, now);
  const isPast = isCancelled || hasEnded;
  const title =
    most === null || isCancelled
      ? isPast
        ? t('{taken} said yes', { taken })
        : t('{taken} coming', { taken })
      : isPast
        ? t('{taken} of {most} places were taken', { taken, most })
        : t('{taken} of {most} places taken', { taken, most });
  return (
    <Fact
      icon="users"
      title={title}
      lines={[
        waitlistedCount > 0 ? waitlistText(waitlistedCount, isPast) : null,
        <Leaders key="led" event={event} isPast={hasEnded} locale={locale} />,
        event.teams.length > 0 ? (
          <span key="teams">
            {rich('For <teams></teams>', {
              teams: () =>
                event.teams.map(({ id, name }, index) => (
                  <span key={id}>
                    {index > 0 ? ', ' : ''}
                    <Link to={`/teams/${id}`}>{name}</Link>
                  </span>
                )),
            })}
          </span>
        ) : null,
      ]}
    />
  );
}

const waitlistText = (count: number, isPast: boolean) =>
  isPast
    ? t('{count, plural, one {# person} other {# people}} waited for a place', { count })
    : t('{count, plural, one {# person} other {# people}} on the waitlist', { count });

/** `Nora Claes leads, for KV Rooigem`; a leader who is also the organizer is named once. */
function Leaders({
  event: { leaders, organizer },
  isPast,
  locale,
}: {
  event: PublicEvent;
  isPast: boolean;
  locale: string;
}) {
  const isOwn = leaders.length === 1 && leaders[0]?.id === organizer?.id;
  const host = organizer ? (
    <Link to={`/${organizer.kind === 'person' ? 'users' : 'organizations'}/${organizer.id}`}>
      {organizer.name}
    </Link>
  ) : null;
  if (leaders.length === 0 || isOwn)
    return host ? rich('Run by <host></host>', { host: () => host }) : t('Run by its coaches');
  const names = listParts(
    locale,
    leaders.map(({ id, name }) => (
      <Link key={id} to={`/users/${id}`}>
        {name}
      </Link>
    )),
  );
  return rich(
    '<names></names> {tense, select, past {led} other {{count, plural, one {leads} other {lead}}}}{whose, select, none {} other {, for <host></host>}}',
    {
      count: leaders.length,
      tense: isPast ? 'past' : 'present',
      whose: host ? 'host' : 'none',
      names: () => names,
      host: () => host,
    },
  );
}

function Price({ event, viewer: { locale, now } }: Props) {
  const { offers, timeZone } = event;
  // The event's own price is the cheapest, which may be a free one beside others.
  const paid = offers.find(({ price }) => price.amountMinor > 0);
  if (!paid) return <Fact icon="circle-dollar-sign" title={t('Free')} />;
  const { price, refundUntil } = paid;
  const isAlsoFree = offers.some((offer) => offer.price.amountMinor === 0);
  if (event.eventStatus === 'EventPostponed')
    return (
      <Fact
        icon="circle-dollar-sign"
        title={t('No places for now')}
        lines={[t('You can register and pay once there is a new date.')]}
      />
    );
  const until = refundUntil && (
    <UnbrokenText>
      {`${longDay(refundUntil, timeZone, locale, now)}, ${clockTime(refundUntil, timeZone, locale)}`}
    </UnbrokenText>
  );
  const isPast = refundUntil !== null && now !== null && Date.parse(refundUntil) < now;
  return (
    <Fact
      icon="circle-dollar-sign"
      title={[isAlsoFree && t('Free'), moneyText(price, locale)].filter(Boolean).join(' · ')}
      lines={[
        offers.length > 1 &&
          offers.map(({ name, price: one }) => `${name} ${priceText(one, locale)}`).join(' · '),
        until === null ? (
          t(
            "If you cancel, there's no guaranteed refund. If the organizer cancels, you get all your money back.",
          )
        ) : (
          <span key="refund">
            {rich(
              isPast
                ? 'A full refund was possible until <time></time>.'
                : 'Full refund if you cancel by <time></time>.',
              { time: () => until },
            )}
          </span>
        ),
      ]}
    />
  );
}
