// Which provider a payment belongs to.
import type { Deps } from '../deps.ts';
import type { PaymentProvider } from '../ports/payments/port.ts';

/** The provider of this name where it is set up; null for one that is not any more, and for cash. */
export function providerNamed({ payments }: Pick<Deps, 'payments'>, name: string): PaymentProvider | null {
  return payments.online.name === name ? payments.online : null;
}
