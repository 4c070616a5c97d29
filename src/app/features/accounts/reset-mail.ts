// Requests the mail for choosing a new password.
import { callApi } from '../../data/http/call.ts';
import { tidyEmail } from './rules.ts';

/**
 * SPEC sections 5 and 7: the address trimmed and lowercased, and the platform `trainee`. Returns the address
 * as sent.
 */
export async function sendResetMail(email: string | undefined): Promise<string> {
  const answer = await callApi('POST /api/auth/reset-password-email', {
    body: { email: tidyEmail(email), platform: 'trainee' },
  });
  return answer.email;
}
