// What a page says of itself to those who share and index it: title, description, canonical address, Open Graph, JSON-LD.
import { activities } from '../contract/activities.ts';
import { decimalsOf } from '../contract/currencies.ts';
import type { PublicEvent } from '../contract/events.ts';
import type { Organization } from '../contract/groups.ts';
import { limits } from '../contract/limits.ts';
import type { User } from '../contract/people.ts';
import { answersOf } from './answers.ts';
import { dayRange, longDay, nightsOf, timeRange } from './format/when.ts';
import { findRoute } from './paths.ts';
import { pictureOf, pictureSize, whereOf } from './picture.ts';

export type Head = {
  title: string;
  description: string;
  /** Path and the part of the query that makes another page. */
  canonical: string;
  isIndexed: boolean;
  type: 'website' | 'article' | 'profile';
  /** The picture beside a shared link; `address` is a path, sizes are pixels. */
  image: { address: string; alt: string; width: number; height: number };
  jsonLd: object[];
};

const siteDescription =
  'Find a session, know your place, be on time. Sideline is for coaches and the people they train.';

/** The head of a page, from the answers it is drawn from. `origin` as people reach this server. */
export function headOf(
  pathname: string,
  search: string,
  answers: Record<string, unknown>,
  origin: string,
): Head {
  const found = findRoute(pathname);
  const subject = answers[answersOf(pathname, search).find((wanted) => wanted.isSubject)?.key ?? ''];
  const base: Head = {
    title: found?.entry.title ?? 'Sideline',
    description: siteDescription,
    canonical: pathname,
    isIndexed: found?.entry.auth === 'public' && found.entry.screen !== 'placeholder',
    type: 'website',
    image: imageOf(null),
    jsonLd: [],
  };
  switch (found?.entry.screen) {
    case 'home':
      return { ...base, title: 'Sideline' };
    case 'publicEvent':
      return subject ? eventHead(base, subject as PublicEvent, origin) : { ...base, isIndexed: false };
    case 'organization':
      return subject
        ? organizationHead(base, subject as Organization, origin)
        : { ...base, isIndexed: false };
    case 'user':
      return subject ? userHead(base, subject as User) : { ...base, isIndexed: false };
    default:
      // Filtered lists repeat the whole one in other words.
      return { ...base, isIndexed: base.isIndexed && search === '' };
  }
}

function imageOf(event: PublicEvent | null): Head['image'] {
  const { address, alt } = pictureOf(event);
  return { address, alt, ...pictureSize };
}

function eventHead(base: Head, event: PublicEvent, origin: string): Head {
  const { name, startsAt, timeZone, organizer, eventStatus } = event;
  const day =
    nightsOf(event) > 0
      ? dayRange(event, 'en-GB')
      : `${longDay(startsAt, timeZone, 'en-GB', null)}, ${timeRange(event, 'en-GB')}`;
  const image = imageOf(event);
  const status =
    eventStatus === 'EventCancelled' ? 'Cancelled. ' : eventStatus === 'EventPostponed' ? 'Postponed. ' : '';
  return {
    ...base,
    title: name,
    type: 'article',
    description: `${status}${day}. ${whereOf(event)}.${organizer ? ` By ${organizer.name}.` : ''}`,
    isIndexed: event.visibility === 'public',
    image,
    jsonLd: [
      eventLd(event, origin, origin + image.address),
      breadcrumbs(origin, [
        ['Explore', '/explore'],
        ['Events', '/explore/events'],
        [name, base.canonical],
      ]),
    ],
  };
}

/** schema.org SportsEvent, or Event where nothing is played, with all that search engines ask of an event. */
function eventLd(event: PublicEvent, origin: string, linkPicture: string) {
  const image = event.image === null ? [linkPicture] : [origin + event.image, linkPicture];
  const { place, organizer, price, remainingAttendeeCapacity, previousStartDates, timeZone } = event;
  const url = `${origin}/events/public/${event.id}`;
  const modes = { offline: 'Offline', online: 'Online', mixed: 'Mixed' } as const;
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
  const validFrom = event.registrationOpensAt ?? event.publishedAt;
  const virtual = event.attendanceMode !== 'offline' && { '@type': 'VirtualLocation', url };
  return {
    '@context': 'https://schema.org',
    '@type': event.activities.length > 0 ? 'SportsEvent' : 'Event',
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
    eventAttendanceMode: `https://schema.org/${modes[event.attendanceMode]}EventAttendanceMode`,
    ...(event.activities.length > 0 && {
      sport: event.activities.map((activity) => activities[activity].name),
    }),
    location: physical && virtual ? [physical, virtual] : (physical ?? (virtual || placeToFollow)),
    ...(organizer && {
      organizer: {
        '@type': organizer.kind === 'person' ? 'Person' : 'Organization',
        name: organizer.name,
        url: `${origin}/${organizer.kind === 'person' ? 'users' : 'organizations'}/${organizer.id}`,
      },
    }),
    ...(event.maximumAttendeeCapacity !== null && { maximumAttendeeCapacity: event.maximumAttendeeCapacity }),
    ...(remainingAttendeeCapacity !== null && { remainingAttendeeCapacity }),
    isAccessibleForFree: price === null,
    offers: {
      '@type': 'Offer',
      url,
      price: price ? amountOf(price) : '0',
      priceCurrency: price?.currency ?? 'EUR',
      availability: `https://schema.org/${remainingAttendeeCapacity === 0 ? 'SoldOut' : 'InStock'}`,
      ...(validFrom && { validFrom: onLocalClock(validFrom, timeZone) }),
      validThrough: onLocalClock(event.registrationClosesAt ?? event.startsAt, timeZone),
    },
  };
}

/** Search engines refuse an event without a place. */
const placeToFollow = { '@type': 'Place', name: 'The place will follow', address: 'The place will follow' };

/** `2026-11-28T09:30:00+01:00`: the instant as the clock at the place shows it. */
function onLocalClock(instant: string, timeZone: string): string {
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone);
  return local.toString({ timeZoneName: 'never', smallestUnit: 'second' });
}

/** `1250 EUR` in minor units is `12.50`; the yen has no minor unit. */
function amountOf({ amountMinor, currency }: { amountMinor: number; currency: string }): string {
  const digits = decimalsOf(currency);
  return (amountMinor / 10 ** digits).toFixed(digits);
}

function plainText({ descriptionBlocks }: Pick<PublicEvent, 'descriptionBlocks'>): string {
  const runs = descriptionBlocks.flatMap((block) => (block.type === 'list' ? block.items : [block.children]));
  return runs.map((run) => run.map((inline) => inline.text).join('')).join('\n');
}

function organizationHead(base: Head, organization: Organization, origin: string): Head {
  const { name, region, activities: played, teamCount } = organization;
  const sports = played.map((activity) => activities[activity].name).join(', ');
  const url = `${origin}${base.canonical}`;
  return {
    ...base,
    title: name,
    type: 'profile',
    description: `${name}${region ? `, ${region}` : ''}. ${sports}. ${teamCount} ${teamCount === 1 ? 'team' : 'teams'}.`,
    isIndexed: organization.visibility === 'public',
    ...(organization.logo && { image: logoImage(organization.logo, name) }),
    jsonLd: [
      {
        '@context': 'https://schema.org',
        '@type': 'SportsOrganization',
        '@id': url,
        url,
        name,
        description: plainText(organization),
        ...(organization.logo && { logo: origin + organization.logo }),
        ...(sports && { sport: sports }),
        ...(organization.url && { sameAs: organization.url }),
        ...(organization.email && { email: organization.email }),
        ...(organization.telephone && { telephone: organization.telephone }),
        ...(organization.address && { address: organization.address }),
      },
      breadcrumbs(origin, [
        ['Explore', '/explore'],
        ['Organizations', '/explore/organizations'],
        [name, base.canonical],
      ]),
    ],
  };
}

const logoImage = (address: string, name: string): Head['image'] => ({
  address,
  alt: `Logo of ${name}`,
  width: limits.avatarPixels,
  height: limits.avatarPixels,
});

function userHead(base: Head, user: User): Head {
  const sports = user.activities?.map((activity) => activities[activity].name).join(', ');
  const what = user.type === 'coach' ? 'Coach' : 'Trainee';
  const about = [user.region ? `${what} in ${user.region}` : what, sports].filter(Boolean).join('. ');
  return { ...base, title: user.name, type: 'profile', description: `${about}.` };
}

function breadcrumbs(origin: string, trail: [string, string][]) {
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
