// Text of the mail that invites an address. It is the same with or without an account, so it is in the sender's language.
import { limits } from '../../../contract/values/limits.ts';
import type { Config } from '../../config.ts';
import type { Mail } from '../../ports/mailer.ts';
import { mailSubject, mailWords } from '../../text/mail-text.ts';
import { t } from '../../words/t.ts';
import type { Scope } from '../members/membership-rules.ts';

export type Invited = { scope: Scope; groupId: string; groupName: string; inviterName: string };

/** Invites a person to a group. A user with this address, confirmed, finds the invitation in the app. */
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
  return {
    to,
    subject: mailSubject(t("You're invited to {groupName}", { groupName })),
    text: t(
      `{inviterName} invites you to {groupName} on {instanceName}.

Open this link to accept or decline within {days} days. {registration, select, closed {Sign in with this address; you can't create a new account at the moment} other {Sign in with this address, or create an account with it first}}:
{link}

If you don't know {inviterName}, ignore this e-mail.
`,
      {
        inviterName,
        groupName,
        instanceName,
        registration,
        days: limits.invitationDays,
        link: `${publicOrigin}/${scope}s/${groupId}`,
      },
    ),
  };
}
