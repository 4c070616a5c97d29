// Every address that a walk opens as a fresh page.
import { routes } from '../../src/app/paths.ts';
import type { exampleIds } from '../support/examples.ts';

type Ids = Awaited<ReturnType<typeof exampleIds>>;
type Kind = 'event' | 'organization' | 'team' | 'user';

const kinds: Partial<Record<string, Kind>> = {
  publicEvent: 'event',
  event: 'event',
  myEvent: 'event',
  payment: 'event',
  organization: 'organization',
  team: 'team',
  user: 'user',
};

/** Every path of the route table with an object of the demo data, the views of the calendar, and one unknown path. */
export const pathsOfRoutes = (ids: Ids): string[] => [
  ...routes.map(({ path, screen }) => {
    const kind = kinds[screen];
    return path.replace(':id', kind ? ids[kind] : '').replace(':code', 'no-such-code');
  }),
  ...['agenda', 'week', 'month'].map((view) => `/my/calendar?view=${view}`),
  '/no/such/page',
];
