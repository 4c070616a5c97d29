import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signIn } from '../../support/client.ts';
import { buildEvent, buildPayment, buildRegistration, buildUser } from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

describe('my payment for an event', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  const db = () => server.database.db;

  it('shows the newest payment to its payer alone', async () => {
    const event = await buildEvent(db());
    const payer = await buildUser(db());
    const registration = await buildRegistration(db(), {
      event_id: event.id,
      person_id: payer.id,
      state: 'pendingPayment',
      hold_expires_at: '2026-11-21T10:10:00.000Z',
    });
    const payment = async (user: { id: string }) =>
      (await signIn(server, user)).call('GET /api/events/{id}/payment', { params: { id: event.id } });
    expect((await payment(payer)).status).toBe(404);
    await buildPayment(db(), { registration_id: registration.id, state: 'expired' });
    const open = await buildPayment(db(), {
      registration_id: registration.id,
      created_at: '2026-11-21T09:59:00.000Z',
      checkout_url: 'https://pay.example/1',
    });
    expect((await payment(payer)).body).toEqual({
      id: open.id,
      version: 1,
      method: 'online',
      offer: null,
      refundUntil: null,
      state: 'requiresPayment',
      registrationState: 'pendingPayment',
      amount: { amountMinor: 1250, currency: 'EUR' },
      holdExpiresAt: '2026-11-21T10:10:00.000Z',
      checkoutUrl: 'https://pay.example/1',
      receipt: null,
      refundableMinor: 0,
      refunds: [],
      can: { askRefund: false },
    });
    const coach = await buildUser(db());
    await db()
      .insertInto('event_leaders')
      .values({ event_id: event.id, person_id: coach.id, position: 0 })
      .execute();
    for (const user of [coach, await buildUser(db())]) expect((await payment(user)).status).toBe(404);
  });

  it('shows a receipt with what was refunded', async () => {
    const event = await buildEvent(db());
    const payer = await buildUser(db());
    const registration = await buildRegistration(db(), { event_id: event.id, person_id: payer.id });
    const { id } = await buildPayment(db(), {
      registration_id: registration.id,
      state: 'succeeded',
      checkout_url: 'https://pay.example/1',
      receipt_number: 'R-1',
      paid_at: '2026-11-20T10:00:00.000Z',
    });
    const refund = {
      payment_id: id,
      reason: null,
      provider_ref: null,
      updated_at: '2026-11-20T10:00:00.000Z',
    };
    await db()
      .insertInto('refunds')
      .values([
        {
          ...refund,
          id: '0197a000-0000-7000-8000-000000000001',
          amount_minor: 500,
          state: 'succeeded',
          created_at: '2026-11-20T11:00:00.000Z',
        },
        {
          ...refund,
          id: '0197a000-0000-7000-8000-000000000002',
          amount_minor: 750,
          state: 'pending',
          created_at: '2026-11-20T12:00:00.000Z',
        },
      ])
      .execute();
    const { body } = await (await signIn(server, payer)).call('GET /api/events/{id}/payment', {
      params: { id: event.id },
    });
    expect(body).toMatchObject({
      state: 'succeeded',
      holdExpiresAt: null,
      checkoutUrl: null,
      receipt: {
        number: 'R-1',
        paidAt: '2026-11-20T10:00:00.000Z',
        refundedMinor: 500,
        refundState: 'pending',
      },
    });
  });
});
