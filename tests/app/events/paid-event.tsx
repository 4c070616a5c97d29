// A device with a paid event: shared by tests of paying on the screen.
import { onTestFinished, vi } from 'vitest';
import type { Card } from '../../../src/server/ports/payments/sandbox/cards.ts';
import { buildPaidEvent, payAtSandbox } from '../../server/payments/paid-event.ts';
import { type Client, signIn } from '../../support/client.ts';
import { openAsAda, openDevice } from '../device.tsx';

export const minuteMs = 60_000;
const start = Date.parse('2026-11-21T10:00:00.000Z');

/**
 * Ada's device and a paid event; the clocks of page and server move together. `leave` is where the page
 * navigated to.
 */
export async function openPaidEvent(
  given: Parameters<typeof buildPaidEvent>[1] = {},
  offer: Parameters<typeof buildPaidEvent>[2] = {},
) {
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  onTestFinished(() => void vi.useRealTimers());
  const device = await openDevice();
  const { server, ada } = device;
  const event = await buildPaidEvent(server, { name: 'Slab school', ...given }, offer);
  const params = { id: event.id };
  const call: Client['call'] = async (name, options) =>
    (await signIn(server, ada)).call(name, { params, ...options });
  const leave = vi.fn();
  const real = location;
  const standIn = new Proxy({} as Location, {
    get: (_, name) => {
      if (name === 'assign') return leave;
      const value = Reflect.get(real, name, real);
      return typeof value === 'function' ? value.bind(real) : value;
    },
  });
  vi.stubGlobal('location', standIn);
  onTestFinished(() => void vi.unstubAllGlobals());
  const begin = async () => {
    await call('PUT /api/events/{id}/registration', { body: { response: 'attending' } });
    return (await call('POST /api/events/{id}/payment', { body: {} })).body;
  };
  return {
    ...device,
    event,
    call,
    leave,
    begin,
    attend: () =>
      call('PUT /api/events/{id}/registration', { body: { response: 'attending', offerId: event.offer } }),
    /** Ada has paid at the sandbox, with this card. */
    pay: async (card?: Card) => {
      const payment = await begin();
      await payAtSandbox(server, payment.checkoutUrl, card);
      return payment;
    },
    open: () => openAsAda(`/my/events/${event.id}/payment`),
    pass: (ms: number) => {
      server.advance(ms);
      vi.setSystemTime(Date.now() + ms);
    },
  };
}
