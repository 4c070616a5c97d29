// One person cannot open checkouts without an end by changing the price of a held place.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { limits } from '../../../src/contract/values/limits.ts';
import { buildOffer } from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { buildPaidEvent, buildPayer, minuteMs } from './paid-event.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ env: { RATE_LIMIT: 'on' } });
});
afterEach(() => server.close());

it('POST /api/events/{id}/payment refuses more checkouts of a place than the limit per hour, and keeps the open one', async () => {
  const event = await buildPaidEvent(server);
  const { id: other } = await buildOffer(server.database.db, { event_id: event.id, name: 'Junior' });
  const ann = await buildPayer(server);
  await ann.attend(event);
  const offers = [event.offer, other];
  for (let count = 0; count < limits.paymentsPerHour; count += 1) {
    expect((await ann.begin(event, { offerId: offers[count % 2] })).status).toBe(200);
    server.advance(minuteMs);
  }
  const refused = await ann.begin(event, { offerId: offers[0] });
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect(refused.headers.get('retry-after')).toBe('3000');
  const payments = await server.database.db.selectFrom('payments').select('state').execute();
  expect(payments).toHaveLength(limits.paymentsPerHour);
  expect(payments.filter(({ state }) => state === 'requiresPayment')).toHaveLength(1);
  // The open checkout of the same price goes on.
  expect((await ann.begin(event, { offerId: offers[1] })).status).toBe(200);
  const bo = await buildPayer(server);
  await bo.attend(event);
  expect((await bo.begin(event)).status).toBe(200);
});
