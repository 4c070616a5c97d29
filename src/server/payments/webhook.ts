// Webhook events of a provider: verifies the signature, processes each event once, and asks the provider for the state.
import type { Deps } from '../deps.ts';
import { notFound, Problem } from '../http/problem.ts';
import { InvalidWebhook, type PaymentProvider, type WebhookEvent } from '../ports/payments/port.ts';
import { t } from '../words/t.ts';
import { checkSoon, findPaymentOfWebhookEvent, isProcessed } from './check-queries.ts';
import { providerNamed } from './providers.ts';
import { settle } from './settle.ts';

/**
 * Processes a webhook event. Returns once it is processed or ignored, so the provider stops sending it. Throws
 * invalid_signature, and unavailable if the provider should send it again.
 */
export async function receiveWebhook(
  deps: Deps,
  name: string,
  rawBody: string,
  headers: Headers,
): Promise<void> {
  const provider = providerNamed(deps, name);
  if (!provider) throw notFound('other');
  const webhookEvent = parseWebhook(provider, rawBody, headers);
  const { db } = deps.database;
  if (await isProcessed(db, name, webhookEvent.id)) return;
  const payment = await findPaymentOfWebhookEvent(db, name, webhookEvent);
  const ref = payment?.provider_ref ?? webhookEvent.ref;
  // The event belongs to another application on the same account, or has no payment.
  if (!payment || ref === null) return;
  const checkout = await provider.status(ref).catch(async (error: unknown) => {
    // The provider's next retry may be an hour away, so check the payment now.
    await checkSoon(db, payment, deps.now().toISOString());
    throw new Problem('unavailable', t('The payment provider does not answer. Send this again.'), {
      retryAfterSeconds: 30,
      cause: error,
    });
  });
  await settle(deps, payment, checkout, { provider: name, id: webhookEvent.id, body: rawBody });
}

function parseWebhook(provider: PaymentProvider, rawBody: string, headers: Headers): WebhookEvent {
  try {
    return provider.parseWebhook(rawBody, headers);
  } catch (error) {
    if (error instanceof InvalidWebhook) throw new Problem('invalid_signature', error.message);
    throw error;
  }
}
