// The text of the mail that invites an address. It is the same whether the address has an account or not.
import { limits } from '../../../contract/values/limits.ts';
import type { Config } from '../../config.ts';
import type { Mail } from '../../ports/mailer.ts';
import { mailSubject, mailWords } from '../../text/mail-text.ts';
import type { Scope } from '../members/membership-rules.ts';

export type Invited = { scope: Scope; groupId: string; groupName: string; inviterName: string };

/** Invites someone into a group: a user who signs in with this address, confirmed, finds the invitation there. */
export function invitationMail(
  to: string,
  {
    publicOrigin,
    instanceName,
    registration,
  }: Pick<Config, 'publicOrigin' | 'instanceName' | 'registration'>,
  invited: Invited,
): Mail {
  const { scope, groupId } = invited;
  const groupName = mailWords(invited.groupName);
  const inviterName = mailWords(invited.inviterName);
  const how =
    registration === 'closed'
      ? 'Sign in with this address; new accounts cannot be created at the moment'
      : 'Sign in with this address, or create an account with it first';
  return {
    to,
    subject: mailSubject(`You are invited to ${groupName}`),
    text: `${inviterName} invites you to ${groupName} on ${instanceName}.

Open this link to accept or decline within ${limits.invitationDays} days. ${how}:
${publicOrigin}/${scope}s/${groupId}

If you do not know ${inviterName}, ignore this mail.
`,
  };
}
