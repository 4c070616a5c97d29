// The requests that the actions are made of: each returns a function that sends one when it is called.
import type { Client } from '../../support/client.ts';
import { payAtSandbox, runAllJobs } from '../payments/paid-event.ts';
import { password, type World } from './world.ts';

type Answer = { status: number; body?: unknown };
export type Act = () => Promise<Answer | undefined>;

export function requestsOf(w: World) {
  const { db } = w.server.database;
  const at = (id: string) => ({ params: { id } });
  const reply = (client: Client, id: string, response: string) => () =>
    client.call('PUT /api/events/{id}/registration', { ...at(id), body: { response } });
  const cancel = (client: Client, id: string) => () =>
    client.call('DELETE /api/events/{id}/registration', at(id));
  const refund = (client: Client, body: object) => () =>
    client.call('POST /api/payments/{id}/refund', { ...at(w.paymentId), body });
  const deleteAccount = (client: Client) => () => client.call('DELETE /api/users/me', { body: { password } });
  const leave = (client: Client, kind: 'teams' | 'organizations', id: string) => () =>
    kind === 'teams'
      ? client.call('DELETE /api/teams/{id}/membership', at(id))
      : client.call('DELETE /api/organizations/{id}/membership', at(id));
  const member =
    (client: Client, user: { id: string }, kind: 'team' | 'organization', group: string, change: object) =>
    async () => {
      const { version } = await w.own(user.id, kind === 'team' ? 'team_id' : 'organization_id', group);
      const given = { params: { id: group, userId: user.id }, body: { version, ...change } };
      return kind === 'team'
        ? client.call('PATCH /api/teams/{id}/members/{userId}', given)
        : client.call('PATCH /api/organizations/{id}/members/{userId}', given);
    };
  const decide = (client: Client, id: string, user: { id: string }, body: object) => async () => {
    const row = await db
      .selectFrom('registrations')
      .select('version')
      .where('event_id', '=', id)
      .where('person_id', '=', user.id)
      .executeTakeFirst();
    return client.call('PATCH /api/events/{id}/registrations/{userId}', {
      params: { id, userId: user.id },
      body: { version: row?.version ?? 0, reason: 'Because', ...body },
    });
  };
  const versionOf = async (id: string) => {
    const row = await db
      .selectFrom('events')
      .select('version')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return row.version;
  };
  const edit = (client: Client, id: string, body: object) => async () =>
    client.call('PATCH /api/events/{id}', { ...at(id), body: { version: await versionOf(id), ...body } });
  const cancelEvent = async () =>
    w.coach.client.call('POST /api/events/{id}/cancel', {
      ...at(w.event.id),
      body: { version: await versionOf(w.event.id), reason: 'Frost' },
    });
  const pay: Act = () => payAtSandbox(w.server, w.checkoutUrl).then(() => undefined);
  const jobs: Act = () => runAllJobs(w.server).then(() => undefined);
  const begin = (client: Client, body: object) => () =>
    client.call('POST /api/events/{id}/payment', { ...at(w.event.id), body });
  /** The price of the cheaper offer, which becomes the only one; null for a free event. */
  const price = (amountMinor: number | null) => {
    const { id } = w.offer;
    const offer = { id, name: 'Adult', refundUntil: 'P2D', acceptsOffline: true };
    const offers = amountMinor === null ? [] : [{ ...offer, price: { amountMinor, currency: 'EUR' } }];
    return edit(w.o1.client, w.event.id, { offers });
  };
  const mark = (client: Client, personId: string) => () =>
    client.call('PUT /api/events/{id}/attendance/{personId}', {
      params: { id: w.pitch.id, personId },
      body: { status: 'late', minutesLate: 5 },
    });
  const joinGuest = (client: Client, user: { id: string }) => () =>
    client.call('PUT /api/events/{id}/guests/{personId}', {
      params: { id: w.pitch.id, personId: w.guest.id },
      body: { memberId: user.id },
    });
  return {
    at,
    reply,
    cancel,
    refund,
    deleteAccount,
    leave,
    member,
    decide,
    edit,
    cancelEvent,
    pay,
    jobs,
    begin,
    price,
    mark,
    joinGuest,
  };
}
