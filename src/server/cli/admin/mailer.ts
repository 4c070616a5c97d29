// The mailer of the server's settings.
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { fileMailer, type Mailer, smtpMailer } from '../../ports/mailer.ts';

export const openMailer = ({ smtpUrl, mailFrom, dataDir }: Config): Mailer =>
  smtpUrl
    ? smtpMailer(smtpUrl, mailFrom, new AbortController().signal)
    : fileMailer(join(dataDir, 'mail'), mailFrom);
