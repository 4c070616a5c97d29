// Set-up of the planning tests: before each test a server with a club, and helpers for both.
import { afterEach, beforeEach } from 'vitest';
import { signIn } from '../../support/client.ts';
import { buildEvent } from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { buildPlanningClub } from './club.ts';

type Given = NonNullable<Parameters<typeof buildEvent>[1]>;

/** `event`: column values for the team's events in addition to those of `buildEvent`. */
export function setUpPlanning({ members = 3, event = {} }: { members?: number; event?: Given } = {}) {
  let server: TestServer;
  let club: Awaited<ReturnType<typeof buildPlanningClub>>;
  beforeEach(async () => {
    server = await startTestServer();
    club = await buildPlanningClub(server.database.db, members);
  });
  afterEach(() => server.close());
  const db = () => server.database.db;
  return {
    get server() {
      return server;
    },
    get club() {
      return club;
    },
    db,
    /** An event of the club's team at its boathouse, published. */
    teamEvent: (given: Given = {}) =>
      buildEvent(db(), {
        organizer_organization_id: club.organization.id,
        teams: [club.team.id],
        place_id: club.place.id,
        ...event,
        ...given,
      }),
    change: async (who: { id: string }, id: string, body: object) =>
      (await signIn(server, who)).call('PATCH /api/events/{id}', {
        params: { id },
        body: { version: 1, ...body },
      }),
    preview: async (who: { id: string }, id: string, body: object) =>
      (await signIn(server, who)).call('POST /api/events/{id}/preview', { params: { id }, body }),
    see: async (who: { id: string }, id: string) =>
      (await signIn(server, who)).call('GET /api/events/{id}', { params: { id } }),
    notices: (id: string) =>
      db()
        .selectFrom('notifications')
        .select(['user_id', 'kind', 'changes'])
        .where('event_id', '=', id)
        .execute(),
    stateOf: async (person: { id: string }, id: string) =>
      (
        await db()
          .selectFrom('registrations')
          .select('state')
          .where('event_id', '=', id)
          .where('person_id', '=', person.id)
          .executeTakeFirst()
      )?.state,
  };
}
