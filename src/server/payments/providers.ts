// Finds the provider of a payment by name.
import type { Deps } from '../deps.ts';
import type { PaymentProvider } from '../ports/payments/port.ts';

/** The configured provider of this name; null for cash and for a provider that is no longer configured. */
export function providerNamed({ payments }: Pick<Deps, 'payments'>, name: string): PaymentProvider | null {
  return payments.online.name === name ? payments.online : null;
}

/**
 * The same for a job. A silent provider must not hold up a shutdown, so from then on every call fails: calls are idempotent, and
 * are repeated once the job's claim has lapsed.
 */
export function jobProviderNamed(
  deps: Pick<Deps, 'payments' | 'shutdown'>,
  name: string,
): Pick<PaymentProvider, 'status' | 'cancel' | 'refund'> | null {
  const provider = providerNamed(deps, name);
  const { shutdown } = deps;
  return (
    provider && {
      status: (ref) => untilShutdown(shutdown, () => provider.status(ref)),
      cancel: (ref) => untilShutdown(shutdown, () => provider.cancel(ref)),
      refund: (ask) => untilShutdown(shutdown, () => provider.refund(ask)),
    }
  );
}

async function untilShutdown<T>(shutdown: AbortSignal, call: () => Promise<T>): Promise<T> {
  const tooLate = () => new Error('The server shuts down before the payment provider has answered.');
  if (shutdown.aborted) throw tooLate();
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const end = () => reject(tooLate());
  shutdown.addEventListener('abort', end);
  try {
    return await Promise.race([call(), ended]);
  } finally {
    shutdown.removeEventListener('abort', end);
  }
}
