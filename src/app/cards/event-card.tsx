// How an event looks in a list: the date on its field, then what, when, where, who and what it costs.
import { memo, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { EventSummary } from '../../contract/events.ts';
import { priceText } from '../format/money.ts';
import type { Viewer } from '../format/use-viewer.ts';
import {
  clockTime,
  dateParts,
  dayIn,
  dayRange,
  longDay,
  nightsOf,
  shortDay,
  timeRange,
  timeRangeForBoth,
} from '../format/when.ts';
import { placesLabel, type StateLabel, statusLabel } from '../format/words.ts';
import { FieldLines } from '../ui/field-lines.tsx';

type FaceProps = {
  event: EventSummary;
  to: string;
  viewer: Viewer;
  /** The viewer's own state, shown in place of the places left. */
  state?: StateLabel | null;
  isChosen?: boolean;
  /** The list holds the drawings (`FieldSprite`). */
  isShared?: boolean;
  /** What can be done about it right here. */
  actions?: ReactNode;
};

/** A row of a CardList. Give all rows the same `viewer`. */
export const EventRow = memo(function EventRow(props: FaceProps) {
  return (
    <li data-row={props.event.id}>
      <EventFace {...props} />
    </li>
  );
});

function EventFace({ event, to, viewer, state, isChosen = false, isShared = false, actions }: FaceProps) {
  const { startsAt, timeZone } = event;
  const { weekday, day, month } = dateParts(startsAt, timeZone, viewer.locale);
  const status = statusLabel(event);
  const isOff = event.eventStatus === 'EventCancelled';
  const label = isOff ? status : (state ?? status ?? placesLabel(event));
  const host = hostText(event);
  const price = priceText(event.price, viewer.locale);
  const description = [
    event.name,
    longDay(startsAt, timeZone, viewer.locale, viewer.now),
    clockTime(startsAt, timeZone, viewer.locale),
    isOff ? 'cancelled' : '',
  ];
  return (
    <article className={`card${isOff ? ' off' : ''}${isChosen ? ' chosen' : ''}`}>
      <time className="face" dateTime={startsAt} aria-hidden="true">
        <FieldLines activity={event.activities[0]} crop="card" ground isShared={isShared} />
        <span>{weekday}</span>
        <span className="day">{day}</span>
        <span>{month}</span>
      </time>
      <div className="body">
        <h3 className="name">
          <Link
            to={to}
            aria-label={description.filter(Boolean).join(', ')}
            aria-current={isChosen || undefined}
          >
            {event.name}
          </Link>
        </h3>
        <p className="line">
          <When event={event} viewer={viewer} /> · {placeText(event)}
        </p>
        {label && host ? <p className="line">{host}</p> : null}
        <div className="foot">
          {label ? (
            <span className={`badge ${label.tone}`}>{label.label}</span>
          ) : (
            <span className="line">{host}</span>
          )}
          <span className={price === 'Free' ? 'price free' : 'price'}>{price}</span>
        </div>
        {actions}
      </div>
    </article>
  );
}

function When({ event, viewer: { locale, timeZone } }: { event: EventSummary; viewer: Viewer }) {
  const before = event.eventStatus === 'EventRescheduled' ? event.previousStartDates[0] : undefined;
  const times = nightsOf(event) > 0 ? dayRange(event, locale) : timeRangeForBoth(event, timeZone, locale);
  if (event.eventStatus === 'EventPostponed')
    return (
      <>
        <s>{timeRange(event, locale)}</s> New time to follow
      </>
    );
  if (!before) return times;
  const sameDay = dayIn(event.timeZone, before) === dayIn(event.timeZone, event.startsAt);
  return (
    <>
      <s>
        <span className="sr">Was </span>
        {sameDay ? clockTime(before, event.timeZone, locale) : shortDay(before, event.timeZone, locale)}
      </s>{' '}
      {times}
    </>
  );
}

function placeText({ place, attendanceMode }: EventSummary): string {
  if (attendanceMode === 'online') return 'Online';
  if (!place) return attendanceMode === 'mixed' ? 'Online too, place to follow' : 'Place to follow';
  const where =
    !place.region || place.name.includes(place.region) ? place.name : `${place.name}, ${place.region}`;
  return attendanceMode === 'mixed' ? `${where} or online` : where;
}

/** `Nora Claes · KV Rooigem`; the name only once where the person is the organizer. */
function hostText({ leaders, organizer }: EventSummary): string {
  const names = [leaders[0]?.name, organizer?.name];
  return [...new Set(names.filter(Boolean))].join(' · ');
}
