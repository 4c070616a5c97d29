// The mailer of the server's settings.
import type { Config } from '../../config.ts';
import { fileMailer, type Mailer, mailFolder, smtpMailer } from '../../ports/mailer.ts';

export const openMailer = (config: Config): Mailer =>
  config.smtpUrl
    ? smtpMailer(config.smtpUrl, config.mailFrom, new AbortController().signal)
    : fileMailer(mailFolder(config), config.mailFrom);
