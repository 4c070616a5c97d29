// The texts of the mails that accounts send.
import type { Config } from '../config.ts';
import type { Mail } from '../ports/mailer.ts';
import { mailWords } from '../text/mail-text.ts';

type Recipient = { email: string; username: string };
/** Where the mail comes from. */
type Sender = Pick<Config, 'publicOrigin' | 'instanceName'>;

/**
 * Asks a new person to confirm that the address is theirs. Anyone may type any address when they register, so it holds
 * nothing that they typed.
 */
export function confirmMail(
  to: Pick<Recipient, 'email'>,
  { publicOrigin, instanceName }: Sender,
  token: string,
): Mail {
  return {
    to: to.email,
    subject: 'Confirm your e-mail address',
    text: `Welcome to ${instanceName}.

Open this link to confirm that this address is yours. You sign in first, if you are not signed in yet:
${publicOrigin}/?confirm=${token}

It works once, within 7 days. If you did not create this account, ignore this mail.
`,
  };
}

/** Tells an owner that someone tried to register with their address; the one who tried is not told. */
export function alreadyRegisteredMail(to: Recipient, { publicOrigin, instanceName }: Sender): Mail {
  return {
    to: to.email,
    subject: 'You already have an account',
    text: `Someone, perhaps you, tried to create an account at ${instanceName} with this address. You have one already: ${mailWords(to.username)}.

Sign in: ${publicOrigin}/login
Forgot the password? ${publicOrigin}/forgetPassword

If this was not you, there is nothing to do. No account was created or changed.
`,
  };
}

/** Where its holder chooses a new password. */
export const resetLink = (publicOrigin: string, token: string) =>
  `${publicOrigin}/resetPassword?token=${token}`;

/** Carries the link for choosing a new password. */
export function resetMail(to: Recipient, { publicOrigin, instanceName }: Sender, token: string): Mail {
  return {
    to: to.email,
    subject: 'Choose a new password',
    text: `Someone, perhaps you, asked to choose a new password for the account ${mailWords(to.username)} at ${instanceName}.

Open this link to choose it:
${resetLink(publicOrigin, token)}

It works once, within 10 minutes. If this was not you, ignore this mail: your password stays as it is.
`,
  };
}

/** Tells an owner that their password is a new one. */
export function passwordChangedMail(to: Recipient, { publicOrigin, instanceName }: Sender): Mail {
  return {
    to: to.email,
    subject: 'Your password was changed',
    text: `The password of the account ${mailWords(to.username)} at ${instanceName} was changed, and every device was signed out.

If this was not you, choose a new password now: ${publicOrigin}/forgetPassword
`,
  };
}

/** Says goodbye, the last mail to this address. */
export function accountLeftMail(to: Recipient, { instanceName }: Pick<Sender, 'instanceName'>): Mail {
  return {
    to: to.email,
    subject: 'Your account is deleted',
    text: `The account ${mailWords(to.username)} at ${instanceName} was deleted, and you were signed out everywhere.

Your profile, picture, memberships, replies and messages are gone. What a club must keep of payments stays without your name.
`,
  };
}
