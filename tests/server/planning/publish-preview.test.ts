// The preview of publishing: who would be notified, and whether the place is taken. It stores nothing.
import { v7 as newId } from 'uuid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Body } from '../../../src/contract/api.ts';
import { signIn } from '../../support/client.ts';
import { buildEvent, buildMembership } from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { buildPlanningClub, plan } from './club.ts';

let server: TestServer;
let club: Awaited<ReturnType<typeof buildPlanningClub>>;
beforeEach(async () => {
  server = await startTestServer();
  club = await buildPlanningClub(server.database.db, 4);
});
afterEach(() => server.close());

const db = () => server.database.db;
const call = async <T>(act: (coach: Awaited<ReturnType<typeof signIn>>) => T) =>
  act(await signIn(server, club.coach));
const previewNew = (body: Body<'POST /api/events'>) =>
  call((coach) => coach.call('POST /api/events/preview', { body }));
const previewDraft = (id: string, body: object = {}) =>
  call((coach) =>
    coach.call('POST /api/events/{id}/preview', { params: { id }, body: { action: 'publish', ...body } }),
  );
const countOf = async (table: 'events' | 'places' | 'notifications' | 'audit_log') =>
  (await db().selectFrom(table).select('id').execute()).length;
const teamPlan = (more: Parameters<typeof plan>[0] = {}) =>
  plan({ teamIds: [club.team.id], place: { id: club.place.id }, ...more });

describe('POST /api/events/preview', () => {
  it('counts the members whom publishing notifies, without those who have no account', async () => {
    const person = '0190f000-0000-7000-8000-00000000a001';
    const at = '2026-11-01T10:00:00.000Z';
    await db()
      .insertInto('people')
      .values({ id: person, name: 'Mia', sort_name: 'mia', created_at: at, updated_at: at })
      .execute();
    await buildMembership(db(), { team_id: club.team.id, person_id: person });
    const body = teamPlan({ publication: 'published' });
    expect((await previewNew(body)).body).toMatchObject({ dates: 1, notified: 4, warnings: [] });
    await call((coach) => coach.call('POST /api/events', { body }));
    expect(await countOf('notifications')).toBe(4);
  });

  it('warns of another event of the owner at the place and time, and of a start in the past', async () => {
    await buildEvent(db(), {
      organizer_organization_id: club.organization.id,
      teams: [club.otherTeam.id],
      place_id: club.place.id,
      starts_at: '2026-12-01T16:00:00.000Z',
      ends_at: '2026-12-01T17:30:00.000Z',
    });
    expect((await previewNew(teamPlan())).body.warnings).toEqual([{ code: 'placeTaken', count: 1 }]);
    const early = teamPlan({ startsAt: '2026-11-20T17:00:00.000Z', endsAt: '2026-11-20T18:00:00.000Z' });
    expect((await previewNew(early)).body.warnings).toEqual([{ code: 'startsInPast', count: 1 }]);
    // The current instant, written without milliseconds.
    const now = teamPlan({ startsAt: '2026-11-21T10:00:00Z', endsAt: '2026-11-21T11:00:00Z' });
    expect((await previewNew(now)).body.warnings).toEqual([{ code: 'startsInPast', count: 1 }]);
  });

  it('notifies no one of an event that begins now, and neither does creating it', async () => {
    const times = { startsAt: '2026-11-21T10:00:00.000Z', endsAt: '2026-11-21T11:00:00.000Z' };
    const body = teamPlan({ publication: 'published', ...times });
    expect((await previewNew(body)).body.notified).toBe(0);
    expect((await call((coach) => coach.call('POST /api/events', { body }))).status).toBe(201);
    expect(await countOf('notifications')).toBe(0);
  });

  it('stores no event, place, notification and audit entry', async () => {
    const before = await Promise.all([countOf('events'), countOf('places'), countOf('audit_log')]);
    const place = {
      name: 'Canal',
      address: 'Kaai 1',
      region: 'Ghent',
      countryCode: 'BE',
      timeZone: 'Europe/Brussels',
    };
    expect((await previewNew(teamPlan({ place: { ...place, id: newId() } } as never))).status).toBe(200);
    expect(await Promise.all([countOf('events'), countOf('places'), countOf('audit_log')])).toEqual(before);
    expect(await countOf('notifications')).toBe(0);
  });

  it('reports the errors of creating, at the same fields', async () => {
    const body = teamPlan({ endsAt: '2026-12-01T16:00:00.000Z' });
    const { status, body: problem } = await previewNew(body);
    expect([status, problem.errors?.map(({ path }) => path)]).toEqual([422, ['endsAt']]);
  });

  it('returns the same for an id that exists meanwhile, as of a request sent twice', async () => {
    const body = teamPlan({ id: newId(), publication: 'published' });
    await call((coach) => coach.call('POST /api/events', { body: { ...body, place: null } }));
    expect((await previewNew(body)).body).toMatchObject({ notified: 4 });
  });
});

describe('POST /api/events/{id}/preview with the action publish', () => {
  const draft = async () =>
    (await call((coach) => coach.call('POST /api/events', { body: teamPlan() }))).body;

  it('counts the members whom publishing the draft notifies', async () => {
    const { id, version } = await draft();
    const { body } = await previewDraft(id);
    expect(body).toMatchObject({ notified: 4, warnings: [] });
    expect(await countOf('notifications')).toBe(0);
    const publish = { params: { id }, body: { version } };
    expect((await call((coach) => coach.call('POST /api/events/{id}/publish', publish))).status).toBe(200);
    expect(await countOf('notifications')).toBe(4);
  });

  it('notifies no one of a draft that is over, and neither does publishing it', async () => {
    const { id, version } = await draft();
    server.advance(Date.parse('2026-12-03T12:00:00.000Z') - server.now().getTime());
    expect((await previewDraft(id)).body.notified).toBe(0);
    const publish = { params: { id }, body: { version } };
    expect((await call((coach) => coach.call('POST /api/events/{id}/publish', publish))).status).toBe(200);
    expect(await countOf('notifications')).toBe(0);
  });

  it('includes unsaved changes', async () => {
    const { id } = await draft();
    await buildEvent(db(), {
      organizer_organization_id: club.organization.id,
      place_id: club.place.id,
      starts_at: '2026-12-02T17:00:00.000Z',
      ends_at: '2026-12-02T18:00:00.000Z',
    });
    const moved = { startsAt: '2026-12-02T17:30:00.000Z', endsAt: '2026-12-02T19:00:00.000Z' };
    expect((await previewDraft(id)).body.warnings).toEqual([]);
    expect((await previewDraft(id, moved)).body.warnings).toEqual([{ code: 'placeTaken', count: 1 }]);
  });

  it('is refused for a published event', async () => {
    const event = await buildEvent(db(), {
      organizer_organization_id: club.organization.id,
      teams: [club.team.id],
    });
    expect((await previewDraft(event.id)).body.code).toBe('not_permitted');
  });
});
