// Sends mail: through SMTP where SMTP_URL is set, else as .eml files. Also runs tasks in the background.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { v7 as uuid } from 'uuid';
import { privateFile, privateFolder } from '../private-files.ts';

export type Mail = {
  to: string;
  subject: string;
  text: string;
  /** Message-ID (RFC 5322, with angle brackets). Set where a mail may be sent twice, so that mailboxes can deduplicate. */
  messageId?: string;
};

export type Mailer = {
  /** Resolves when the mail server has accepted the mail; rejects when it could not be sent. */
  send(mail: Mail): Promise<void>;
};

type From = { name: string; address: string };

/**
 * In milliseconds. A mail server may need long to scan a message, but not to greet. A frozen one delays a mail by a minute at
 * most.
 */
const smtpTimeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000 };
/** Mails sent in parallel, over pooled connections. */
const smtpConnections = 5;
/** Connections that a run of notifications may use; the rest is for mails that someone waits for. */
export const notificationsAtOnce = smtpConnections - 1;

/** Against out-of-office replies to every mail: RFC 3834, and the header that Exchange reads instead. */
const headers = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply' };

/** The recipient as an object: nodemailer parses a text as a list of names and addresses. */
const messageOf = (from: From, mail: Mail) => ({
  from,
  ...mail,
  headers,
  to: { name: '', address: mail.to },
});

/** Aborting `shutdown` ends the connections of mails in progress. */
export function smtpMailer(url: string, from: From, shutdown: AbortSignal): Mailer {
  const transport = createTransport({ url, pool: true, maxConnections: smtpConnections, ...smtpTimeouts });
  return {
    send: async (mail) => {
      await transport.sendMail({ ...messageOf(from, mail), signal: shutdown });
    },
  };
}

/** Where mails are written without SMTP_URL. */
export const mailFolder = ({ dataDir }: { dataDir: string }) => join(dataDir, 'mail');

/** Writes each mail into `folder` as a file that mail programs open. */
export function fileMailer(folder: string, from: From): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    send: async (mail) => {
      const { message } = await transport.sendMail(messageOf(from, mail));
      await mkdir(folder, { recursive: true, mode: privateFolder });
      await writeFile(join(folder, `${uuid()}.eml`), message as Buffer, { mode: privateFile });
    },
  };
}

type Log = { warn(fields: object, message: string): void };

const inProgress = new Set<Promise<void>>();

/** Runs `task` after the response, so that neither its time nor its failure is visible. */
export function inBackground({ log }: { log: Log }, task: () => Promise<void>): void {
  const run = new Promise((resolve) => setImmediate(resolve))
    .then(task)
    .catch((error: unknown) => logUnsent(log, error))
    .finally(() => inProgress.delete(run));
  inProgress.add(run);
}

/** Resolves when all background tasks have ended. */
export async function backgroundEnded(): Promise<void> {
  await Promise.all(inProgress);
}

/** Logs only the kind of the error, such as EAUTH or ECONNECTION: the mail server's message may contain the address. */
export function logUnsent(log: Log, error: unknown): void {
  const { code, name = 'unknown' } = (error ?? {}) as { code?: unknown; name?: string };
  log.warn({ kind: typeof code === 'string' ? code : name }, 'A mail could not be sent');
}
