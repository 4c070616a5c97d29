// The structured data of public pages: schema.org in JSON-LD. Server only.

import type { PublicEvent } from '../../contract/events/events.ts';
import type { Series, SeriesPart } from '../../contract/events/series.ts';
import { decimalsOf } from '../../contract/values/currencies.ts';
import { formatByDay, isRuleError, parseRule, weekdays } from '../../recurrence/rule.ts';
import { activityName } from '../format/words/activity.ts';
import { isOrganizerInactive } from '../format/words/paused.ts';
import { t } from '../words/t.ts';

/** schema.org SportsEvent, or Event without an activity, with all properties that search engines require. */
export function eventLd(event: PublicEvent, origin: string, previewImage: string) {
  const image = event.image === null ? [previewImage] : [origin + event.image, previewImage];
  const { price, remainingAttendeeCapacity, previousStartDates, timeZone, series } = event;
  const url = `${origin}/events/public/${event.id}`;
  const validFrom = event.registrationOpensAt ?? event.publishedAt;
  return {
    '@context': 'https://schema.org',
    '@type': typeOf(event),
    '@id': url,
    url,
    name: event.name,
    ...(event.description && { description: plainText(event) }),
    image,
    startDate: onLocalClock(event.startsAt, timeZone),
    endDate: onLocalClock(event.endsAt, timeZone),
    ...(event.eventStatus === 'EventRescheduled' &&
      previousStartDates[0] && { previousStartDate: onLocalClock(previousStartDates[0], timeZone) }),
    eventStatus: `https://schema.org/${event.eventStatus}`,
    ...(event.activities.length > 0 && {
      sport: event.activities.map(activityName),
    }),
    ...whereAndBy(event, url, origin),
    ...(event.maximumAttendeeCapacity !== null && { maximumAttendeeCapacity: event.maximumAttendeeCapacity }),
    ...(remainingAttendeeCapacity !== null && { remainingAttendeeCapacity }),
    isAccessibleForFree: price === null,
    offers: {
      '@type': 'Offer',
      url,
      price: price ? amountOf(price) : '0',
      priceCurrency: price?.currency ?? 'EUR',
      availability: `https://schema.org/${availabilityOf(event)}`,
      ...(validFrom && { validFrom: onLocalClock(validFrom, timeZone) }),
      validThrough: onLocalClock(event.registrationClosesAt ?? event.startsAt, timeZone),
    },
    ...(series && {
      superEvent: {
        '@type': 'EventSeries',
        '@id': seriesUrl(series.id, origin),
        name: event.name,
        url: seriesUrl(series.id, origin),
      },
    }),
  };
}

/**
 * schema.org ItemAvailability: no place can be had at a cancelled event, nor at a postponed one until it has a date, nor while no
 * one runs it.
 */
function availabilityOf(event: PublicEvent): string {
  const { eventStatus, remainingAttendeeCapacity } = event;
  if (eventStatus === 'EventCancelled') return 'Discontinued';
  if (eventStatus === 'EventPostponed' || isOrganizerInactive(event)) return 'OutOfStock';
  return remainingAttendeeCapacity === 0 ? 'SoldOut' : 'InStock';
}

/** schema.org EventSeries: the rule of each part as a Schedule, and the next dates with their status. */
export function seriesLd(series: Series, origin: string) {
  const { id, name, timeZone, dates, parts, exceptDates } = series;
  const url = seriesUrl(id, origin);
  const schedules = parts.flatMap((part) => scheduleOf(part, exceptDates) ?? []);
  return {
    '@context': 'https://schema.org',
    '@type': 'EventSeries',
    '@id': url,
    url,
    name,
    ...whereAndBy(series, url, origin),
    ...(schedules.length > 0 && { eventSchedule: schedules.length > 1 ? schedules : schedules[0] }),
    subEvent: dates.map((date) => ({
      '@type': typeOf(date),
      '@id': `${origin}/events/public/${date.id}`,
      url: `${origin}/events/public/${date.id}`,
      name: date.name,
      startDate: onLocalClock(date.startsAt, timeZone),
      endDate: onLocalClock(date.endsAt, timeZone),
      eventStatus: `https://schema.org/${date.eventStatus}`,
      eventAttendanceMode: `https://schema.org/${modes[date.attendanceMode]}EventAttendanceMode`,
      location: locationOf(date, `${origin}/events/public/${date.id}`),
    })),
  };
}

const seriesUrl = (id: string, origin: string) => `${origin}/series/${id}`;
const typeOf = ({ activities: played }: Pick<PublicEvent, 'activities'>) =>
  played.length > 0 ? 'SportsEvent' : 'Event';

const units = { daily: 'D', weekly: 'W', monthly: 'M' } as const;
const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** schema.org Schedule of a part, from its next date. A rule without days repeats on the day of its start. */
function scheduleOf(part: SeriesPart, exceptDays: readonly string[]) {
  const { rrule, startsAt, endsAt, timeZone, lastStartsAt } = part;
  const rule = parseRule(rrule);
  if (isRuleError(rule)) return undefined;
  const localOf = (at: string) => Temporal.Instant.from(at).toZonedDateTimeISO(timeZone);
  const clock = (at: string) => localOf(at).toPlainTime().toString({ smallestUnit: 'second' });
  const day = (at: string) => localOf(at).toPlainDate().toString();
  const { frequency, interval, byDay, byMonthDay } = rule;
  const model = localOf(startsAt);
  const startDate = day(startsAt);
  const endDate = lastStartsAt && day(lastStartsAt);
  const exceptDate = exceptDays.filter((one) => one >= startDate && (!endDate || one <= endDate));
  const isDayless = byDay.length === 0 && byMonthDay.length === 0;
  const named =
    frequency === 'weekly' && isDayless
      ? [days[model.dayOfWeek - 1]]
      : // The nth weekday of a month in iCalendar's form: `-1FR`.
        byDay.map((one) => (one.nth === null ? days[weekdays.indexOf(one.weekday)] : formatByDay(one)));
  const inMonth = frequency === 'monthly' && isDayless ? [model.day] : byMonthDay;
  return {
    '@type': 'Schedule',
    repeatFrequency: `P${interval}${units[frequency]}`,
    ...(named.length > 0 && {
      byDay: named.map((name) => (days.includes(name ?? '') ? `https://schema.org/${name}` : name)),
    }),
    ...(inMonth.length > 0 && { byMonthDay: inMonth }),
    startDate,
    ...(endDate && { endDate }),
    startTime: clock(startsAt),
    endTime: clock(endsAt),
    scheduleTimezone: timeZone,
    ...(exceptDate.length > 0 && { exceptDate }),
  };
}

const modes = { offline: 'Offline', online: 'Online', mixed: 'Mixed' } as const;

/** The location and organizer of an event or a series. */
function whereAndBy(
  { place, organizer, attendanceMode }: Pick<PublicEvent, 'place' | 'organizer' | 'attendanceMode'>,
  url: string,
  origin: string,
) {
  const physical = place && {
    '@type': 'Place',
    name: place.name,
    address: {
      '@type': 'PostalAddress',
      streetAddress: place.address,
      addressLocality: place.region,
      addressCountry: place.countryCode,
    },
    ...(place.latitude !== null &&
      place.longitude !== null && {
        geo: { '@type': 'GeoCoordinates', latitude: place.latitude, longitude: place.longitude },
      }),
  };
  const virtual = attendanceMode !== 'offline' && { '@type': 'VirtualLocation', url };
  return {
    eventAttendanceMode: `https://schema.org/${modes[attendanceMode]}EventAttendanceMode`,
    location: physical && virtual ? [physical, virtual] : (physical ?? (virtual || placeToFollow())),
    ...(organizer && {
      organizer: {
        '@type': organizer.kind === 'person' ? 'Person' : 'Organization',
        name: organizer.name,
        url: `${origin}/${organizer.kind === 'person' ? 'users' : 'organizations'}/${organizer.id}`,
      },
    }),
  };
}

const locationOf = ({ place, attendanceMode }: Series['dates'][number], url: string) => {
  if (place) return { '@type': 'Place', name: place.name, address: place.region || place.name };
  return attendanceMode === 'offline' ? placeToFollow() : { '@type': 'VirtualLocation', url };
};

/** Search engines reject an event without a location. */
const placeToFollow = () => {
  const name = t('The place will follow');
  return { '@type': 'Place', name, address: name };
};

/** `2026-11-28T09:30:00+01:00`: the instant with the offset of the zone. */
function onLocalClock(instant: string, timeZone: string): string {
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone);
  return local.toString({ timeZoneName: 'never', smallestUnit: 'second' });
}

/** 1250 minor units of EUR are `12.50`; JPY has no minor unit. */
function amountOf({ amountMinor, currency }: { amountMinor: number; currency: string }): string {
  const digits = decimalsOf(currency);
  return (amountMinor / 10 ** digits).toFixed(digits);
}

export function plainText({ descriptionBlocks }: Pick<PublicEvent, 'descriptionBlocks'>): string {
  const runs = descriptionBlocks.flatMap((block) => (block.type === 'list' ? block.items : [block.children]));
  return runs.map((run) => run.map((inline) => inline.text).join('')).join('\n');
}

export function breadcrumbs(origin: string, trail: [string, string][]) {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + path,
    })),
  };
}
