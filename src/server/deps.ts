// The dependencies of the server's parts; main.ts makes the real ones, tests make their own.
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Database } from './db/open.ts';
import type { NoteOutage } from './http/outage-log.ts';
import type { SiteTexts } from './instance/texts.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Mailer } from './ports/mailer.ts';
import type { Payments } from './ports/payments/choose.ts';
import type { PublicWeb } from './ports/public-web/fetch.ts';

export type Deps = {
  database: Database;
  now: () => Date;
  config: Config;
  mailer: Mailer;
  payments: Payments;
  /** Fetches URLs typed by people. */
  publicWeb: PublicWeb;
  /** The operator's texts. */
  texts: SiteTexts;
  log: Logger;
  noteOutage: NoteOutage;
  /** Signs access tokens and derives refresh tokens; at least 32 bytes. */
  authSecret: Uint8Array;
  /** The id of the served build. */
  buildId: string;
  /** Aborted at SIGTERM or SIGINT: `/api/ready` answers 503 from then on, and jobs stop between two steps. */
  shutdown: AbortSignal;
  /** Null where METRICS is off. */
  metrics: Metrics | null;
};
