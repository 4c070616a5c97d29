import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClient, signIn } from '../../support/client.ts';
import { buildEvent, buildOffer, buildRegistration, buildUser } from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { buildClub, staff } from './club.ts';

describe('the permissions of a person at an event', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  const db = () => server.database.db;
  const asVisitor = (id: string) =>
    createClient(server).call('GET /api/events/public/{id}', { params: { id } });
  const as = async (user: { id: string }, id: string) =>
    (await signIn(server, user)).call('GET /api/events/{id}', { params: { id } });

  it('list each action per role', async () => {
    const { people, build } = await buildClub(db());
    const event = await build({ roster_visibility: 'participants' });
    const who: Record<string, string[]> = {
      see: [],
      register: [],
      acceptPlace: [],
      respond: [],
      keepInterest: [],
      cancelRegistration: [],
      pay: [],
      seeRoster: [],
      edit: [],
      cancel: [],
      manageRegistrations: [],
      markAttendance: [],
    };
    for (const [name, user] of Object.entries(people)) {
      const { can } = (await as(user, event.id)).body;
      for (const [action, may] of Object.entries(can)) if (may) who[action]?.push(name);
    }
    expect(who).toEqual({
      see: Object.keys(people),
      register: Object.keys(people).filter((name) => name !== 'participant'),
      acceptPlace: [],
      respond: Object.keys(people),
      keepInterest: [],
      cancelRegistration: ['participant'],
      pay: [],
      seeRoster: [...staff, 'assistant', 'participant'],
      edit: staff,
      cancel: staff,
      manageRegistrations: staff,
      markAttendance: [...staff, 'assistant'],
    });
  });

  it('show the result of attending before a reply', async () => {
    const { people, build } = await buildClub(db());
    const full = { maximum_attendee_capacity: 1, waitlist_enabled: 1 as const };
    const cases: [Parameters<typeof buildEvent>[1], string | null, string | null][] = [
      [{}, 'place', 'place'],
      [full, 'waitlist', 'waitlist'],
      [{ ...full, waitlist_enabled: 0 }, null, null],
      [{ join_policy: 'approval' }, 'approval', 'place'],
      [{ ...full, join_policy: 'approval' }, 'approval', 'waitlist'],
      [{ join_policy: 'invite' }, null, 'place'],
    ];
    for (const [given, forStranger, forCoach] of cases) {
      const event = await build(given);
      const answers = [await asVisitor(event.id), await as(people.stranger, event.id)];
      for (const { body } of answers) expect([given, body.attendingLeadsTo]).toEqual([given, forStranger]);
      expect([given, (await as(people.teamCoach, event.id)).body.attendingLeadsTo]).toEqual([
        given,
        forCoach,
      ]);
    }
    const paid = await build();
    const offer = await buildOffer(db(), { event_id: paid.id });
    const { body } = await asVisitor(paid.id);
    expect([body.attendingLeadsTo, body.offers]).toEqual([
      'payment',
      [
        {
          id: offer.id,
          name: 'Adult',
          price: { amountMinor: 1250, currency: 'EUR' },
          eligibility: null,
          refundBefore: 'P2D',
          refundUntil: '2026-11-26T10:00:00.000Z',
          acceptsOffline: false,
        },
      ],
    ]);
  });

  it('allow joining while the event is open, in the future and has a place or a waitlist', async () => {
    const full = { maximum_attendee_capacity: 1 };
    const cases: [Parameters<typeof buildEvent>[1], boolean][] = [
      [{}, true],
      [{ publication: 'draft' }, false],
      [{ event_status: 'EventCancelled' }, false],
      [{ event_status: 'EventPostponed' }, false],
      [{ starts_at: '2026-11-21T09:00:00.000Z' }, true],
      [{ starts_at: '2026-11-21T08:30:00.000Z' }, false],
      [{ registration_opens_at: '2026-11-21T10:00:00.000Z' }, true],
      [{ registration_opens_at: '2026-11-21T10:00:00.001Z' }, false],
      [{ registration_closes_at: '2026-11-21T10:00:00.000Z' }, false],
      [{ registration_closes_at: '2026-11-21T10:00:00.001Z' }, true],
      [{ join_policy: 'approval' }, true],
      [{ join_policy: 'invite' }, false],
      [full, false],
      [{ ...full, waitlist_enabled: 1 }, true],
    ];
    const { people, build } = await buildClub(db());
    for (const [given, expected] of cases) {
      const event = await build(given);
      const answer = await as(people.stranger, event.id);
      expect([given, answer.status === 200 && answer.body.can.register]).toEqual([given, expected]);
      const visitor = await asVisitor(event.id);
      expect([given, visitor.status === 200 && visitor.body.can.register]).toEqual([given, expected]);
    }
    const invited = await build({ join_policy: 'invite' });
    expect((await as(people.teamMember, invited.id)).body.can.register).toBe(true);
  });

  it('allow a new reply unless the person has or waits for a place', async () => {
    const may = {
      tentative: true,
      declined: true,
      pendingApproval: false,
      rejected: true,
      pendingPayment: false,
      confirmed: false,
      waitlisted: false,
      offered: false,
      offerExpired: true,
      holdExpired: true,
      cancelledByAttendee: true,
      cancelledByOrganizer: true,
    } as const;
    const event = await buildEvent(db());
    for (const [state, expected] of Object.entries(may)) {
      const user = await buildUser(db());
      await buildRegistration(db(), {
        event_id: event.id,
        person_id: user.id,
        state: state as keyof typeof may,
      });
      const { can } = (await as(user, event.id)).body;
      expect([state, can.register, can.pay]).toEqual([state, expected, state === 'pendingPayment']);
    }
  });
});
