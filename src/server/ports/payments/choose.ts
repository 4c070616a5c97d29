// Chooses the payment provider: Stripe where its keys are set, else the sandbox. Never both, so that play money buys nothing.
import type { Config } from '../../config.ts';
import type { PaymentProvider } from './port.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from './sandbox/sandbox.ts';
import { createStripe } from './stripe.ts';

export type Payments = { online: PaymentProvider; sandbox: Sandbox | null };

export function choosePayments(
  config: Pick<Config, 'stripe' | 'publicOrigin'>,
  options: Omit<SandboxOptions, 'publicOrigin'>,
): Payments {
  const { publicOrigin, stripe } = config;
  if (stripe) return { online: createStripe({ ...stripe, publicOrigin, now: options.now }), sandbox: null };
  const sandbox = createSandbox({ ...options, publicOrigin });
  return { online: sandbox, sandbox };
}
