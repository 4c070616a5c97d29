// Webhook events of a provider: accepted if signed, processed once, and followed by asking the provider for the state.
import type { Deps } from '../deps.ts';
import { notFound, Problem } from '../http/problem.ts';
import { InvalidNews, type News, type PaymentProvider } from '../ports/payments/port.ts';
import { t } from '../words/t.ts';
import { checkSoon, findByNews, wasNoted } from './check-queries.ts';
import { providerNamed } from './providers.ts';
import { settle } from './settle.ts';

/**
 * Takes over what a webhook tells of. Returns when that is done or nothing was to be done, so that the provider may
 * forget it. Throws invalid_signature, and unavailable where it should be sent again.
 */
export async function receiveWebhook(
  deps: Deps,
  name: string,
  rawBody: string,
  headers: Headers,
): Promise<void> {
  const provider = providerNamed(deps, name);
  if (!provider) throw notFound('other');
  const news = readNews(provider, rawBody, headers);
  const { db } = deps.database;
  if (await wasNoted(db, name, news.id)) return;
  const payment = await findByNews(db, name, news);
  const ref = payment?.provider_ref ?? news.ref;
  // Of another program on the same account, or of something that we do not follow.
  if (!payment || ref === null) return;
  const truth = await provider.status(ref).catch(async (error: unknown) => {
    // Its next try may be an hour away: the clock asks before.
    await checkSoon(db, payment, deps.now().toISOString());
    throw new Problem('unavailable', t('The payment provider does not answer. Send this again.'), {
      retryAfterSeconds: 30,
      cause: error,
    });
  });
  await settle(deps, payment, truth, { provider: name, id: news.id, body: rawBody });
}

function readNews(provider: PaymentProvider, rawBody: string, headers: Headers): News {
  try {
    return provider.parseWebhook(rawBody, headers);
  } catch (error) {
    if (error instanceof InvalidNews) throw new Problem('invalid_signature', error.message);
    throw error;
  }
}
