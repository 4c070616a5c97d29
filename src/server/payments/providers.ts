// Finds the provider of a payment by name.
import type { Deps } from '../deps.ts';
import type { PaymentProvider } from '../ports/payments/port.ts';

/** The configured provider of this name; null for cash and for a provider that is no longer configured. */
export function providerNamed({ payments }: Pick<Deps, 'payments'>, name: string): PaymentProvider | null {
  return payments.online.name === name ? payments.online : null;
}
