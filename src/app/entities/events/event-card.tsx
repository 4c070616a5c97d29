// An event in a list: the date on its field art, then what, when, where, who and the price.

import { memo, type ReactNode } from 'react';
import type { EventSummary } from '../../../contract/events/events.ts';
import type { ListedEvent } from '../../../contract/events/explore.ts';
import { priceText } from '../../format/money.ts';
import type { Viewer } from '../../format/use-viewer.ts';
import {
  clockTime,
  datedName,
  dateParts,
  dayIn,
  dayRange,
  longDay,
  nightsOf,
  shortDay,
  timeRange,
  timeRangeForBoth,
  zoneCity,
} from '../../format/when.ts';
import { placesLabel, type StateLabel, statusLabel } from '../../format/words/vocabulary.ts';
import { Link } from '../../ui/navigation/router.tsx';
import { FieldLines } from '../../ui/sports-field/field-lines.tsx';
import { rich } from '../../words/rich.ts';
import { t } from '../../words/t.ts';

type FaceProps = {
  event: EventSummary;
  /** Null where there is no page to open. */
  to: string | null;
  viewer: Viewer;
  /** The viewer's own state, shown instead of the places left. */
  state?: StateLabel | null;
  /** Where the state leads, if not to the event. */
  stateTo?: string | null;
  /** The viewer runs it, so leader and price are left out. */
  isOwn?: boolean;
  isChosen?: boolean;
  /** The heading above it is the day. */
  isUnderDay?: boolean;
  /** The other dates of its series, where the list shows each series once. */
  furtherDates?: ListedEvent['furtherDates'];
  /** Actions on the event inside its row. */
  actions?: ReactNode;
};

/** A row of a CardList. Give all rows the same `viewer`. */
export const EventRow = memo(function EventRow(props: FaceProps) {
  return (
    // `data-row` is empty: the row's key is its link, so the id is not in the page twice.
    <li data-row="">
      <EventFace {...props} />
    </li>
  );
});

function EventFace({
  event,
  to,
  viewer,
  state,
  stateTo = null,
  isOwn = false,
  isChosen = false,
  isUnderDay = false,
  furtherDates,
  actions,
}: FaceProps) {
  const { startsAt, timeZone } = event;
  const { weekday, day, month } = dateParts(startsAt, timeZone, viewer.locale, viewer.now);
  const status = statusLabel(event);
  const isOff = event.eventStatus === 'EventCancelled';
  const label = isOff ? status : (state ?? status ?? placesLabel(event));
  const host = isOwn ? '' : hostText(event);

  const isSold = event.eventStatus !== 'EventPostponed' && !(isOwn && !event.price);
  const price = !isSold ? '' : priceText(event.price, viewer.locale);
  const isFree = price !== '' && (event.price?.amountMinor ?? 0) === 0;
  // The same session may be in a list week after week; screen reader users who go from link to link need the
  // day to tell them apart.
  const spokenDay = isUnderDay ? '' : ` ${longDay(startsAt, timeZone, viewer.locale, viewer.now)}`;
  const spokenText = isOff ? t('{day}, cancelled', { day: spokenDay }) : spokenDay;
  return (
    <article className={`card${isOff ? ' off' : ''}${isChosen ? ' chosen' : ''}`}>
      <div className="face" aria-hidden="true">
        <FieldLines activity={event.activities[0]} crop="card" />
        <span>{weekday}</span>
        <span className="day">{day}</span>
        <span>{month}</span>
      </div>
      <div className="body">
        <h3 className="name">
          {to === null ? (
            event.name
          ) : (
            <Link to={to} aria-current={isChosen || undefined}>
              {event.name}
              {spokenText ? <span className="sr">{spokenText}</span> : null}
            </Link>
          )}
        </h3>
        <p className="line">
          <WhenAndWhere event={event} viewer={viewer} />
        </p>
        {label && host ? <p className="line">{host}</p> : null}
        <div className="foot">
          {label && stateTo && !isOff ? (
            <Link className="badge plain leads" to={stateTo}>
              {label.label}
              <span className="sr">{` · ${t('Attendance · {name}', { name: datedName(event, viewer.locale) })}`}</span>
            </Link>
          ) : label ? (
            <span className={`badge ${label.tone}`}>{label.label}</span>
          ) : (
            <span className="line">{host}</span>
          )}
          <span className={isFree ? 'price free' : 'price'}>{price}</span>
        </div>
        {furtherDates ? (
          <Link className="further" to={`/series/${furtherDates.seriesId}`}>
            {rich('and {count, plural, one {# more date} other {# more dates}}<sr> of {name}</sr>', {
              count: furtherDates.count,
              name: event.name,
              sr: (text) => <span className="sr">{text}</span>,
            })}
          </Link>
        ) : null}
        {actions}
      </div>
    </article>
  );
}

function WhenAndWhere({ event, viewer: { locale, timeZone } }: { event: EventSummary; viewer: Viewer }) {
  const where = placeText(event);
  const before = event.eventStatus === 'EventRescheduled' ? event.previousStartDates[0] : undefined;
  const hasTimes = nightsOf(event) === 0;
  const times = hasTimes ? timeRangeForBoth(event, timeZone, locale) : dayRange(event, locale);
  const zoneName = hasTimes ? <ZoneName event={event} viewerZone={timeZone} /> : null;
  if (event.eventStatus === 'EventPostponed')
    return (
      <>
        <s>{timeRange(event, locale)}</s>
        {` ${t('New time to follow')} · ${where}`}
      </>
    );
  const isOtherDay =
    before !== undefined && dayIn(event.timeZone, before) !== dayIn(event.timeZone, event.startsAt);
  return (
    <>
      {before === undefined ? null : (
        <>
          <s>
            <span className="sr">{t('Was')} </span>
            {isOtherDay
              ? shortDay(before, event.timeZone, locale)
              : clockTime(before, event.timeZone, locale)}
          </s>{' '}
        </>
      )}
      {times}
      {zoneName}
      {/* Names of days have other lengths in another Intl: the place would go to the next line with one of them only. */}
      {hasTimes && !isOtherDay ? ' · ' : <br />}
      {where}
    </>
  );
}

/**
 * The zone of the times while the viewer's is unknown, on a server-rendered page: boot/inline/first-paint.ts hides it before
 * the first paint where both are the same.
 */
function ZoneName({ event: { timeZone }, viewerZone }: { event: EventSummary; viewerZone: string | null }) {
  return viewerZone === null ? (
    <span data-zone={timeZone}>{` ${t('{city} time', { city: zoneCity(timeZone) })}`}</span>
  ) : null;
}

function placeText({ place, attendanceMode }: EventSummary): string {
  if (attendanceMode === 'online') return t('Online');
  if (!place) return attendanceMode === 'mixed' ? t('Also online, place to follow') : t('Place to follow');
  const where =
    !place.region || place.name.includes(place.region) ? place.name : `${place.name}, ${place.region}`;
  return attendanceMode === 'mixed' ? t('{where} or online', { where }) : where;
}

/** `Nora Claes · KV Rooigem`; the name only once where the person is the organizer. */
function hostText({ leaders, organizer }: EventSummary): string {
  const names = [leaders[0]?.name, organizer?.name];
  return [...new Set(names.filter(Boolean))].join(' · ');
}
