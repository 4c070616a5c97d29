// Signatures of webhooks, as Stripe defines them: `t=<seconds>,v1=<hex HMAC-SHA256 of "t.body">`. The sandbox signs alike.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { InvalidWebhook } from './port.ts';

/** The largest difference between the timestamp of a webhook and now. */
const toleranceSeconds = 300;

const signatureOf = (body: string, seconds: number, secret: string) =>
  createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');

/** The header for a body that is sent at this instant. */
export function sign(body: string, secret: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  return `t=${seconds},v1=${signatureOf(body, seconds, secret)}`;
}

/**
 * The JSON object of a signed body. Throws InvalidWebhook unless one of the header's signatures is right and its timestamp is
 * within 300 s of now.
 */
export function readSigned(
  header: string | null,
  body: string,
  secret: string,
  now: Date,
): Record<string, unknown> {
  const parts = (header ?? '').split(',').map((part) => part.trim().split('='));
  const seconds = Number(parts.find(([name]) => name === 't')?.[1] ?? Number.NaN);
  if (!Number.isSafeInteger(seconds)) throw new InvalidWebhook('The webhook is not signed.');
  const expected = Buffer.from(signatureOf(body, seconds, secret));
  const isSigned = parts.some(([name, value]) => {
    const given = Buffer.from(value ?? '');
    return name === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isSigned) throw new InvalidWebhook('The signature of the webhook is wrong.');
  // Against replay of a recorded webhook.
  if (Math.abs(now.getTime() / 1000 - seconds) > toleranceSeconds)
    throw new InvalidWebhook('The webhook is not of now.');
  try {
    return Object(JSON.parse(body));
  } catch {
    throw new InvalidWebhook('The webhook is not JSON.');
  }
}
