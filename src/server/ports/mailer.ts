// Sending mail: through SMTP when it is set up, else as .eml files that a person can open; and doing so in the background.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { v7 as uuid } from 'uuid';
import { privateFile, privateFolder } from '../private-files.ts';

export type Mail = {
  to: string;
  subject: string;
  text: string;
  /** Set where a mail may be sent twice, so that a mailbox can tell. RFC 5322, with its angle brackets. */
  messageId?: string;
};

export type Mailer = {
  /** Resolves when the mail was handed over; rejects when it could not be. */
  send(mail: Mail): Promise<void>;
};

/** Who mails come from: as one text, `Club <mail@club.example>`, or in its parts. */
type From = string | { name: string; address: string };

/**
 * A mail server may take its time to look through a message, but not to say hello. One that freezes holds up a mail for a
 * minute at most. In milliseconds.
 */
const smtpTimeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000 };
/** Mails that are sent at once, each over a connection that the next one uses too. */
const smtpConnections = 5;
/** Of those, what one run of notifications may use: the rest is for mails that someone waits for. */
export const notificationsAtOnce = smtpConnections - 1;

/** The address as one address: as text it would be read as a list of names and addresses. */
const messageOf = (from: From, mail: Mail) => ({ from, ...mail, to: { name: '', address: mail.to } });

/** `giveUp` ends what is being sent when it is aborted. */
export function smtpMailer(url: string, from: From, giveUp: AbortSignal): Mailer {
  const transport = createTransport({ url, pool: true, maxConnections: smtpConnections, ...smtpTimeouts });
  return {
    send: async (mail) => {
      await transport.sendMail({ ...messageOf(from, mail), signal: giveUp });
    },
  };
}

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

/**
 * Runs `task` after the answer has gone out, so that neither its time nor its failure shows. What went wrong is logged
 * by its kind alone: a mail server's message may hold the address.
 */
export function inBackground({ log }: { log: Log }, task: () => Promise<void>): void {
  const run = new Promise((resolve) => setImmediate(resolve))
    .then(task)
    .catch((error: unknown) => {
      log.warn({ kind: kindOf(error) }, 'A mail could not be sent');
    })
    .finally(() => inProgress.delete(run));
  inProgress.add(run);
}

/** Resolves when everything that runs in the background has ended. */
export async function backgroundEnded(): Promise<void> {
  await Promise.all(inProgress);
}

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
