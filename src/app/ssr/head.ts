// The <head> of a public page: title, description, canonical URL, Open Graph image and JSON-LD.

import type { Answer } from '../../contract/api.ts';
import type { PublicEvent } from '../../contract/events/events.ts';
import type { Series } from '../../contract/events/series.ts';
import type { Organization } from '../../contract/people/groups.ts';
import type { User } from '../../contract/people/people.ts';
import { limits } from '../../contract/values/limits.ts';
import { dayRange, longDay, nightsOf, timeRange } from '../format/when.ts';
import { activityText } from '../format/words/activity.ts';
import { isOrganizerInactive } from '../format/words/paused.ts';
import { seriesTimes } from '../format/words/series.ts';
import { titled } from '../format/words/site-text.ts';
import { typeName } from '../format/words/vocabulary.ts';
import { answersOf } from '../routing/page-reads.ts';
import { findRoute, pathTo, type ScreenName, titleOf } from '../routing/paths.ts';
import { type Message, msg, t } from '../words/t.ts';
import { previewImageOf, previewImageSize, whereOf, writtenLocale } from './preview-image.ts';
import { breadcrumbs, eventLd, plainText, seriesLd } from './structured-data.ts';

export type Head = {
  title: string;
  description: string;
  /** The path of the canonical URL: as the route table writes it, with the id as the API writes it. */
  canonical: string;
  isIndexed: boolean;
  type: 'website' | 'article' | 'profile';
  /** The Open Graph image. `address` is a path, sizes are in pixels. */
  image: { address: string; alt: string; width: number; height: number };
  jsonLd: object[];
};

/** The site of a page: its public origin and the name of the instance. */
export type PageSite = { origin: string; name: string };

/** What sets the lists of Explore apart in search results. */
const lists: Partial<Record<ScreenName, { title: Message; description: Message }>> = {
  explore: {
    title: msg('Explore'),
    description: msg('Find events, teams, clubs, coaches and other members, or search them all at once.'),
  },
  exploreEvents: {
    title: msg('Explore events'),
    description: msg(
      'Training, matches, courses and camps to join: when, where, the price and the places left.',
    ),
  },
  exploreMembers: {
    title: msg('Explore members'),
    description: msg('Coaches and trainees who chose to be listed, with their activities and region.'),
  },
  exploreOrganizations: {
    title: msg('Explore organizations'),
    description: msg('Clubs and other organizations, with their activities, teams and next event.'),
  },
  exploreOrganizers: {
    title: msg('Explore organizers'),
    description: msg('The people and organizations that run events, with how many are coming up.'),
  },
  exploreTeams: {
    title: msg('Explore teams'),
    description: msg('Teams to train and play with: activity, level, ages, and how to join.'),
  },
};

/** The head of a page, from the answers that it is rendered from. */
export function headOf(
  pathname: string,
  search: string,
  answers: Record<string, unknown>,
  { origin, name }: PageSite,
): Head {
  // The canonical URL has no language.
  const params = new URLSearchParams(search);
  params.delete('lang');
  const found = findRoute(pathname);
  const reads = answersOf(pathname, search);
  const subject = answers[reads.find((wanted) => wanted.isSubject)?.key ?? ''];
  const base: Head = {
    title: titleOf(pathname) ?? name,
    description: t(
      'Find a session, know your place, be on time. {name} is for coaches and the people they train.',
      { name },
    ),
    canonical: found ? pathTo(found.entry.path, idOf(subject) ?? found.id) : pathname,
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
      return subject ? seriesHead(base, subject as Series, origin, params) : { ...base, isIndexed: false };
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
    default: {
      const list = found && lists[found.entry.screen];
      // Filtered lists duplicate the whole list, so they are not indexed. Parameters that filter nothing do not count.
      const isFiltered = reads.some(({ address }) => address.includes('?'));
      return {
        ...base,
        ...(list && { title: t(list.title), description: t(list.description) }),
        isIndexed: base.isIndexed && !isFiltered,
      };
    }
  }
}

const idOf = (subject: unknown) => (subject as { id?: string } | undefined)?.id;

const sentences = (parts: (string | null | undefined)[]) =>
  parts.flatMap((part) => (part ? `${part}.` : [])).join(' ');

const byText = ({ name }: { name: string }) => t('By {name}', { name });

function imageOf(event: PublicEvent | null, instanceName?: string): Head['image'] {
  const { address, alt } = previewImageOf(event, instanceName);
  return { address, alt, ...previewImageSize };
}

function eventHead(base: Head, event: PublicEvent, origin: string): Head {
  const { name, startsAt, timeZone, organizer, eventStatus } = event;
  const locale = writtenLocale();
  const day =
    nightsOf(event) > 0
      ? dayRange(event, locale)
      : `${longDay(startsAt, timeZone, locale, null)}, ${timeRange(event, locale)}`;
  const image = imageOf(event);
  const status =
    eventStatus === 'EventCancelled'
      ? t('Cancelled')
      : eventStatus === 'EventPostponed'
        ? t('Postponed')
        : null;
  return {
    ...base,
    title: name,
    type: 'article',
    description: sentences([status, day, whereOf(event), organizer && byText(organizer)]),
    isIndexed: event.visibility === 'public' && !isOrganizerInactive(event),
    image,
    jsonLd: [
      eventLd(event, origin, origin + image.address),
      breadcrumbs(origin, [
        [t('Explore'), '/explore'],
        [t('Events'), '/explore/events'],
        [name, base.canonical],
      ]),
    ],
  };
}

function seriesHead(base: Head, series: Series, origin: string, params: URLSearchParams): Head {
  const { id, name, organizer, visibility, count } = series;
  const times = seriesTimes(series, writtenLocale(), null);
  // The canonical URL of a split series is that of its first part.
  const canonical = `/series/${id}`;
  return {
    ...base,
    title: name,
    canonical,
    type: 'article',
    description: sentences([...times, whereOf(series), organizer && byText(organizer)]),
    // Not indexed: a series that has ended or that no one runs, and later pages of its dates, which duplicate the first one.
    isIndexed: visibility === 'public' && count > 0 && !isOrganizerInactive(series) && !params.has('cursor'),
    jsonLd: [
      seriesLd(series, origin),
      breadcrumbs(origin, [
        [t('Explore'), '/explore'],
        [t('Events'), '/explore/events'],
        [name, canonical],
      ]),
    ],
  };
}

function organizationHead(base: Head, organization: Organization, origin: string): Head {
  const { name, region, activities: played, teamCount } = organization;
  const sports = activityText(played);
  const url = `${origin}${base.canonical}`;
  return {
    ...base,
    title: name,
    type: 'profile',
    description: sentences([
      region ? `${name}, ${region}` : name,
      sports,
      t('{count, plural, one {# team} other {# teams}}', { count: teamCount }),
    ]),
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
        [t('Explore'), '/explore'],
        [t('Organizations'), '/explore/organizations'],
        [name, base.canonical],
      ]),
    ],
  };
}

const logoImage = (address: string, name: string): Head['image'] => ({
  address,
  alt: t('Logo of {name}', { name }),
  width: limits.avatarPixels,
  height: limits.avatarPixels,
});

function userHead(base: Head, user: User): Head {
  const { type, region, activities } = user;
  const what = region
    ? t('{type, select, coach {Coach} other {Trainee}} in {region}', { type, region })
    : typeName(type);
  const description = sentences([what, activities && activityText(activities)]);
  return { ...base, title: user.name, type: 'profile', description };
}
