// The amount due for a place, in the event and in the list of my events.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildOffer } from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { buildPaidEvent, buildPayer, minuteMs, payAtSandbox } from './paid-event.ts';

describe('the amount due for my place', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  async function openPaidEvent() {
    const event = await buildPaidEvent(server);
    const family = await buildOffer(server.database.db, {
      event_id: event.id,
      name: 'Family',
      price_minor: 3000,
    });
    await buildOffer(server.database.db, { event_id: event.id, name: 'Helper', price_minor: 0 });
    const ann = await buildPayer(server);
    /** From both reads, which must agree. */
    const due = async () => {
      const { body } = await ann.call('GET /api/events/{id}', { params: { id: event.id } });
      const mine = await ann.call('GET /api/users/me/events', { query: { tab: 'upcoming' } });
      const listed = mine.body.items.find(({ id }) => id === event.id);
      if (listed) expect(listed.due).toEqual(body.due);
      return body.due;
    };
    const attend = (offerId: string) =>
      ann.call('PUT /api/events/{id}/registration', {
        params: { id: event.id },
        body: { response: 'attending', offerId },
      });
    return { event, family, ann, due, attend };
  }

  it('is null without a place, and then the price of the chosen offer', async () => {
    const { family, due, attend } = await openPaidEvent();
    expect(await due()).toBeNull();
    await attend(family.id);
    expect(await due()).toEqual({
      amount: { amountMinor: 3000, currency: 'EUR' },
      offerId: family.id,
      way: 'online',
    });
  });

  it('is the amount of the started payment, until it is paid', async () => {
    const { event, family, ann, due, attend } = await openPaidEvent();
    await attend(event.offer);
    const { checkoutUrl } = (await ann.begin(event, { offerId: family.id })).body;
    expect(await due()).toMatchObject({ amount: { amountMinor: 3000 }, offerId: family.id, way: 'online' });
    await payAtSandbox(server, checkoutUrl, '4000000000000077');
    expect(await due()).toMatchObject({ way: 'underWay' });
    server.advance(13 * minuteMs);
    await server.payments.sandbox?.work();
    expect(await due()).toBeNull();
  });

  it('stays due in cash, and ends with the hold', async () => {
    const { event, ann, due, attend } = await openPaidEvent();
    await attend(event.offer);
    server.advance(60 * minuteMs);
    expect(await due()).toBeNull();
    await attend(event.offer);
    await ann.begin(event, { provider: 'cash' });
    expect(await due()).toMatchObject({ amount: { amountMinor: 1250 }, way: 'cash' });
  });
});
