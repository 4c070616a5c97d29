// Texts of the mails about accounts. Callers set the recipient's language with `inLanguageOf`.
import type { Config } from '../config.ts';
import type { Mail } from '../ports/mailer.ts';
import { mailWords } from '../text/mail-text.ts';
import { t } from '../words/t.ts';

type Recipient = { email: string; username: string };
/** The instance that sends the mail. */
type Sender = Pick<Config, 'publicOrigin' | 'instanceName'>;

/**
 * Asks a new user to confirm their address. Anyone can register with any address, so the mail contains no user input:
 * it must not deliver someone else's text.
 */
export function confirmMail(
  to: Pick<Recipient, 'email'>,
  { publicOrigin, instanceName }: Sender,
  token: string,
): Mail {
  return {
    to: to.email,
    subject: t('Confirm your e-mail address'),
    text: t(
      `Welcome to {instanceName}.

Open this link to confirm that this address is yours. If you aren't signed in yet, you sign in first:
{link}

The link works once, within 7 days. If you didn't create this account, ignore this e-mail.
`,
      { instanceName, link: `${publicOrigin}/?confirm=${token}` },
    ),
  };
}

/** Notifies the owner of an address that someone tried to register with it. */
export function alreadyRegisteredMail(to: Recipient, { publicOrigin, instanceName }: Sender): Mail {
  return {
    to: to.email,
    subject: t('You already have an account'),
    text: t(
      `Someone, perhaps you, tried to create an account at {instanceName} with this address. You already have one: {username}.

Sign in: {loginLink}
Forgot the password? {passwordLink}

If this wasn't you, there is nothing to do. No account was created or changed.
`,
      {
        instanceName,
        username: mailWords(to.username),
        loginLink: `${publicOrigin}/login`,
        passwordLink: `${publicOrigin}/forgetPassword`,
      },
    ),
  };
}

/** The URL of the page for choosing a new password. */
export const resetLink = (publicOrigin: string, token: string) =>
  `${publicOrigin}/resetPassword?token=${token}`;

/** Carries the link for choosing a new password. */
export function resetMail(to: Recipient, { publicOrigin, instanceName }: Sender, token: string): Mail {
  return {
    to: to.email,
    subject: t('Choose a new password'),
    text: t(
      `Someone, perhaps you, asked to choose a new password for the account {username} at {instanceName}.

Open this link to choose it:
{link}

The link works once, within 10 minutes. If this wasn't you, ignore this e-mail: your password stays as it is.
`,
      { username: mailWords(to.username), instanceName, link: resetLink(publicOrigin, token) },
    ),
  };
}

/** Notifies the user that their password has changed. */
export function passwordChangedMail(to: Recipient, { publicOrigin, instanceName }: Sender): Mail {
  return {
    to: to.email,
    subject: t('Your password was changed'),
    text: t(
      `The password of the account {username} at {instanceName} was changed, and every device was signed out.

If this wasn't you, choose a new password now: {link}
`,
      { username: mailWords(to.username), instanceName, link: `${publicOrigin}/forgetPassword` },
    ),
  };
}

/** Confirms that the account was deleted: the last mail to this address. */
export function accountDeletedMail(to: Recipient, { instanceName }: Pick<Sender, 'instanceName'>): Mail {
  return {
    to: to.email,
    subject: t('Your account is deleted'),
    text: t(
      `The account {username} at {instanceName} was deleted, and you were signed out everywhere.

Your profile, picture, memberships, replies and messages are gone. What a club must keep about payments stays without your name.
`,
      { username: mailWords(to.username), instanceName },
    ),
  };
}
