// Requests the mail for choosing a new password.
import { callApi } from '../../data/http/call.ts';
import { tidyEmail } from './rules.ts';

/** docs/product.md, "Accounts": the address trimmed and lowercased, and the platform `trainee`. Answers the address as sent. */
export async function sendResetMail(email: string | undefined): Promise<string> {
  const answer = await callApi('POST /api/auth/reset-password-email', {
    body: { email: tidyEmail(email), platform: 'trainee' },
  });
  return answer.email;
}
