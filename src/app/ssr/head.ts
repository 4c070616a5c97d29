// What a page says of itself to those who share and index it: title, description, canonical address, Open Graph, JSON-LD.

import type { Answer } from '../../contract/api.ts';
import type { PublicEvent } from '../../contract/events/events.ts';
import type { Series } from '../../contract/events/series.ts';
import type { Organization } from '../../contract/people/groups.ts';
import type { User } from '../../contract/people/people.ts';
import { activities } from '../../contract/values/activities.ts';
import { limits } from '../../contract/values/limits.ts';
import { siteDescription } from '../../contract/values/page.ts';
import { seriesTimes } from '../format/series-words.ts';
import { titled } from '../format/site-text.ts';
import { dayRange, longDay, nightsOf, timeRange } from '../format/when.ts';
import { answersOf } from '../routing/answers.ts';
import { findRoute } from '../routing/paths.ts';
import { pictureOf, pictureSize, whereOf } from './picture.ts';
import { breadcrumbs, eventLd, plainText, seriesLd } from './structured-data.ts';

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

/** Where a page is: `origin` as people reach this server, `name` of the instance. */
export type PageSite = { origin: string; name: string };

/** The head of a page, from the answers it is drawn from. */
export function headOf(
  pathname: string,
  search: string,
  answers: Record<string, unknown>,
  { origin, name }: PageSite,
): Head {
  const found = findRoute(pathname);
  const subject = answers[answersOf(pathname, search).find((wanted) => wanted.isSubject)?.key ?? ''];
  const base: Head = {
    title: found?.entry.title ?? name,
    description: siteDescription(name),
    canonical: pathname,
    isIndexed: found?.entry.auth === 'public' && found.entry.screen !== 'placeholder',
    type: 'website',
    image: imageOf(null, name),
    jsonLd: [],
  };
  switch (found?.entry.screen) {
    case 'home':
      return { ...base, title: name };
    case 'publicEvent':
      return subject ? eventHead(base, subject as PublicEvent, origin) : { ...base, isIndexed: false };
    case 'series':
      return subject ? seriesHead(base, subject as Series, origin, search) : { ...base, isIndexed: false };
    case 'organization':
      return subject
        ? organizationHead(base, subject as Organization, origin)
        : { ...base, isIndexed: false };
    case 'user':
      return subject ? userHead(base, subject as User) : { ...base, isIndexed: false };
    case 'imprint':
    case 'privacy':
    case 'terms': {
      const { title } = titled((subject as Answer<'GET /api/instance/{text}'> | undefined)?.blocks ?? []);
      return { ...base, title: title ?? base.title, isIndexed: subject !== undefined };
    }
    default:
      // Filtered lists repeat the whole one in other words.
      return { ...base, isIndexed: base.isIndexed && search === '' };
  }
}

function imageOf(event: PublicEvent | null, instanceName?: string): Head['image'] {
  const { address, alt } = pictureOf(event, instanceName);
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

function seriesHead(base: Head, series: Series, origin: string, search: string): Head {
  const { id, name, organizer, visibility, count } = series;
  const times = seriesTimes(series, 'en-GB', null);
  // By the first of its parts, where it was split.
  const canonical = `/series/${id}`;
  return {
    ...base,
    title: name,
    canonical,
    type: 'article',
    description: `${times}. ${whereOf(series)}.${organizer ? ` By ${organizer.name}.` : ''}`,
    // What is over is of no use to a search, and a later page of the dates repeats the first in other words.
    isIndexed: visibility === 'public' && count > 0 && search === '',
    jsonLd: [
      seriesLd(series, origin),
      breadcrumbs(origin, [
        ['Explore', '/explore'],
        ['Events', '/explore/events'],
        [name, canonical],
      ]),
    ],
  };
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
