// Demo objects for browser tests, read from the product's API, and the paths of the route table with their
// ids.
import { type RouteEntry, routes, type ScreenName } from '../../src/app/routing/paths.ts';

async function get<T>(origin: string, path: string): Promise<T> {
  return (await (await fetch(origin + path)).json()) as T;
}

type Named = { id: string; name: string };
type Listed = Named & {
  place: object | null;
  attendanceMode: string;
  activities: string[];
  eventStatus: string;
};

/** One public object of each kind: an event, a series, an organization, a team and a member. */
export async function exampleIds(origin: string) {
  const first = async <T extends Named>(kind: string, fits: (item: T) => boolean = () => true) => {
    const item = (await get<{ items: T[] }>(origin, `/api/explore/${kind}`)).items.find(fits);
    if (!item) throw new Error(`The demo data has no such ${kind}.`);
    return item;
  };
  // Some days ahead: the events that are on right now depend on the hour.
  const from = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const event = await first<Listed>(
    `events?from=${from}&limit=100`,
    ({ place, attendanceMode, activities, eventStatus }) =>
      place !== null &&
      attendanceMode === 'offline' &&
      activities.length > 0 &&
      eventStatus === 'EventScheduled',
  );
  const date = await first<Named & { furtherDates?: { seriesId: string } }>(
    'events?oncePerSeries=true&limit=100',
    (one) => one.furtherDates !== undefined,
  );
  const organization = await first('organizations');
  const team = await first('teams');
  const user = await first('members');
  return {
    event: event.id,
    eventName: event.name,
    series: date.furtherDates?.seriesId ?? '',
    seriesName: date.name,
    seriesDate: date.id,
    organization: organization.id,
    organizationName: organization.name,
    team: team.id,
    teamName: team.name,
    user: user.id,
    userName: user.name,
  };
}

type Ids = Awaited<ReturnType<typeof exampleIds>>;

const kinds: Partial<Record<ScreenName, 'event' | 'series' | 'organization' | 'team' | 'user'>> = {
  publicEvent: 'event',
  event: 'event',
  myEvent: 'event',
  editEvent: 'event',
  attendance: 'event',
  eventRoster: 'event',
  checkInCode: 'event',
  checkIn: 'event',
  payment: 'event',
  series: 'series',
  organization: 'organization',
  editOrganization: 'organization',
  team: 'team',
  editTeam: 'team',
  fixtures: 'team',
  teamAttendance: 'team',
  user: 'user',
};

/** A route's path with the id of a demo object, or with an unknown invitation code. */
export function examplePath({ path, screen }: RouteEntry, ids: Ids): string {
  const kind = kinds[screen];
  return path.replace(':id', kind ? ids[kind] : '').replace(':code', 'no-such-code');
}

const otherPaths = [
  ...['agenda', 'week', 'month'].map((view) => `/my/calendar?view=${view}`),
  '/explore?q=football',
  '/no/such/page',
];

/** How many paths `examplePaths` gives, known before the product runs. */
export const examplePathCount = routes.length + otherPaths.length;

/** The path of every route, the views of the calendar, a search, and one unknown path. */
export const examplePaths = (ids: Ids): string[] => [
  ...routes.map((route) => examplePath(route, ids)),
  ...otherPaths,
];
