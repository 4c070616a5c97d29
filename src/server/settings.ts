// All settings (environment variables) in one table: schema, default and meaning. A test compares the README with it; config.ts
// reads them.
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { registrationModes } from '../contract/values/enums.ts';
import { faultOfAddress } from './credentials.ts';
import { postgresDefaults } from './db/postgres/postgres.ts';
import { InstanceNameSchema } from './instance/rules.ts';

export type Setting = {
  schema: z.ZodType;
  fallback: string | undefined;
  meaning: string;
  /** Never print its value, not even an invalid one. */
  isSecret?: true;
};

const text = z.string().trim().min(1);
const onOff = z.enum(['on', 'off']);
/** Decimal digits only: JavaScript reads ` `, `0x50` and `1e3` as numbers, too. */
const whole = (min: number, max: number) =>
  z
    .string()
    .trim()
    .regex(/^\d+$/, { error: 'digits only' })
    .transform(Number)
    .pipe(z.number().min(min).max(max));
const port = (min: number) => whole(min, 65535);
const count = whole(1, 500);
const milliseconds = whole(100, 600_000);
const cookieName = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, { error: 'letters, digits, dash or underscore' });
/** An address, also with a name before it: `Club <mail@club.example>`, `"Club, U12" <mail@club.example>`. */
const sender = text.transform((value, context) => {
  const [, name = '', bracketed, alone] =
    /^(?:"?([^"<>]*?)"?\s*<([^\s<>@]+@[^\s<>@]+)>|([^\s<>@]+@[^\s<>@]+))$/.exec(value) ?? [];
  const address = bracketed ?? alone;
  if (address !== undefined) return { name: name.trim(), address };
  context.addIssue({ code: 'custom', message: 'an address, as in Club <mail@club.example>' });
  return z.NEVER;
});
const origin = z
  .string()
  .refine((text) => /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text, {
    error: 'a scheme, host and port only, as in https://club.example',
  });

const addressOf = (...schemes: string[]) =>
  z.string().superRefine((text, context) => {
    const fault = faultOfAddress(text, schemes);
    if (fault !== null) context.addIssue({ code: 'custom', message: fault });
  });

/** The first line of the file with this name. */
const fileContent = z.string().transform((path, context) => {
  try {
    return readFileSync(path, 'utf8').split(/\r?\n/)[0] ?? '';
  } catch (error) {
    context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) });
    return z.NEVER;
  }
});

/** In the order in which the README lists them. A setting without a default may be left out. */
export const settings = {
  PORT: {
    schema: port(0),
    fallback: '3000',
    meaning: 'Port to listen on; 0 takes a free one.',
  },
  HOST: {
    schema: text,
    fallback: undefined,
    meaning: 'Address to listen on. With demo data this machine alone (`127.0.0.1`), else every address.',
  },
  PUBLIC_ORIGIN: {
    schema: origin,
    fallback: undefined,
    meaning:
      'Where people reach this server, as links in mails say it. Default: `http://localhost:` and the port.',
  },
  DATA_DIR: {
    schema: text,
    fallback: '.data',
    meaning: 'Folder of the embedded database and of unsent mail.',
  },
  DATABASE_URL: {
    schema: addressOf('postgres', 'postgresql'),
    fallback: undefined,
    meaning: 'PostgreSQL to use in place of the embedded database, `postgres://user:password@host/name`.',
    isSecret: true,
  },
  DATABASE_DIRECT_URL: {
    schema: addressOf('postgres', 'postgresql'),
    fallback: undefined,
    meaning:
      'The same database without a pooler between, for migrations and notifications. Needed where `DATABASE_URL` is a pgbouncer.',
    isSecret: true,
  },
  DATABASE_PASSWORD_FILE: {
    schema: fileContent,
    fallback: undefined,
    meaning: 'File whose first line is the password of both addresses, which then hold none.',
    isSecret: true,
  },
  DATABASE_POOL: {
    schema: count,
    fallback: String(postgresDefaults.poolSize),
    meaning: 'Connections to PostgreSQL for writes and jobs, for each server process.',
  },
  DATABASE_READ_POOL: {
    schema: count,
    fallback: String(postgresDefaults.readPoolSize),
    meaning:
      'Connections for requests that only read, so that they never wait behind writes. Health checks and notifications have one more each.',
  },
  DATABASE_CONNECT_TIMEOUT: {
    schema: milliseconds,
    fallback: String(postgresDefaults.connectionTimeoutMs),
    meaning: 'Milliseconds that a request waits for a connection before it is answered with 503.',
  },
  DATABASE_LOCK_TIMEOUT: {
    schema: milliseconds,
    fallback: String(postgresDefaults.lockTimeoutMs),
    meaning: 'Milliseconds that a write waits for a row that another one holds; jobs wait ten times as long.',
  },
  DATABASE_STATEMENT_TIMEOUT: {
    schema: milliseconds,
    fallback: String(postgresDefaults.statementTimeoutMs),
    meaning:
      'Milliseconds that one statement of a request may take; those of jobs ten times as long, and migrations have no limit.',
  },
  DATABASE_NAMED_STATEMENTS: {
    schema: onOff,
    fallback: 'on',
    meaning:
      'Have PostgreSQL plan each statement once per connection: `on`, or `off` behind a pooler that knows none (pgbouncer before 1.21).',
  },
  DEMO_DATA: {
    schema: onOff,
    fallback: 'on',
    meaning: 'Fill a new embedded database with demo data: `on` or `off`.',
  },
  AUTH_SECRET: {
    schema: z.string().min(32, { error: 'at least 32 characters' }),
    fallback: undefined,
    meaning: 'Secret that signs access tokens. Default: made at first start and kept in the database.',
    isSecret: true,
  },
  COOKIE_ACCESS: {
    schema: cookieName,
    fallback: 'sideline_access',
    meaning: 'Name of the access token cookie.',
  },
  COOKIE_REFRESH: {
    schema: cookieName,
    fallback: 'sideline_refresh',
    meaning: 'Name of the refresh token cookie.',
  },
  COOKIE_HINT: {
    schema: cookieName,
    fallback: 'sideline_hint',
    meaning: 'Name of the readable cookie that only says that the other two exist.',
  },
  COOKIE_DEVICE: {
    schema: cookieName,
    fallback: 'sideline_device',
    meaning:
      'Name of the cookie by which a device that signed in before is known, so that guesses of others do not slow it.',
  },
  SMTP_URL: {
    // A database has none at a Unix socket.
    schema: addressOf('smtp', 'smtps').refine((text) => URL.parse(text)?.hostname !== '', {
      error: 'an address such as smtps://user:password@host',
    }),
    fallback: undefined,
    meaning:
      'Mail server, `smtps://user:password@host:465`. Without it mails are written to `DATA_DIR/mail`.',
    isSecret: true,
  },
  MAIL_FROM: {
    schema: sender,
    fallback: undefined,
    meaning:
      'Sender of mails, `Club <mail@club.example>`. Without a name it is `INSTANCE_NAME`. Default: `no-reply@` and the host of `PUBLIC_ORIGIN`.',
  },
  INSTANCE_NAME: {
    schema: InstanceNameSchema,
    fallback: 'Sideline',
    meaning: 'What this instance is called on its pages, in mails and calendars, and when it is installed.',
  },
  REGISTRATION: {
    schema: z.enum(registrationModes),
    fallback: 'open',
    meaning:
      'Who can create an account: `open` for anyone, `invite` for those with an invitation to a team or an organization, `closed` for no one.',
  },
  IMPRINT_FILE: {
    schema: text,
    fallback: undefined,
    meaning: 'Markdown file of at most 100 kB, read at the start and shown at `/imprint`.',
  },
  PRIVACY_FILE: { schema: text, fallback: undefined, meaning: 'The same for `/privacy`.' },
  TERMS_FILE: { schema: text, fallback: undefined, meaning: 'The same for `/terms`.' },
  STRIPE_SECRET_KEY: {
    schema: z.string().regex(/^[sr]k_(test|live)_\S+$/, { error: 'a key that starts with sk_ or rk_' }),
    fallback: undefined,
    meaning: 'Key of the Stripe account that payments go to. Without it the sandbox takes play money.',
    isSecret: true,
  },
  STRIPE_WEBHOOK_SECRET: {
    schema: text,
    fallback: undefined,
    meaning: 'Signing secret of the Stripe webhook at `/api/payments/webhooks/stripe`; needed with the key.',
    isSecret: true,
  },
  STRIPE_HOST: {
    schema: z.string().regex(/^[\w.-]+$/, { error: 'a host alone, as in api.stripe.com' }),
    fallback: 'api.stripe.com',
    meaning: 'Host of the Stripe API.',
  },
  STRIPE_PORT: {
    schema: port(1),
    fallback: '443',
    meaning: 'Port of the Stripe API.',
  },
  STRIPE_PROTOCOL: {
    schema: z.enum(['https', 'http']),
    fallback: 'https',
    meaning: 'Protocol of the Stripe API: `https`, or `http` for a stand-in of your own.',
  },
  ICON_FALLBACK: {
    schema: onOff,
    fallback: 'off',
    meaning: 'Let the page ask the public icon service for icons this server lacks: `on` or `off`.',
  },
  RATE_LIMIT: { schema: onOff, fallback: 'on', meaning: 'Limit requests: `on`, or `off` for load tests.' },
  TRUST_PROXY: {
    schema: z.string().regex(/^(on|off|[1-9])$/, { error: 'on, off, or how many proxies, 1 to 9' }),
    fallback: 'off',
    meaning:
      'Believe `X-Forwarded-For`: `on` only behind a reverse proxy of your own; behind several in a row, how many (`2`).',
  },
  DRAIN_DELAY: {
    schema: whole(0, 60_000),
    fallback: '2000',
    meaning:
      'Milliseconds for which new connections are still accepted after `SIGTERM`, while `/api/ready` already answers 503, so that a proxy can turn away. Ctrl-C does not wait.',
  },
  METRICS: {
    schema: onOff,
    fallback: 'off',
    meaning:
      'Answer `GET /metrics` in Prometheus form: `on` or `off`. For programs on this machine that ask without a proxy, and with `METRICS_TOKEN` for others.',
  },
  METRICS_TOKEN: {
    schema: z.string().regex(/^\S{16,}$/, { error: 'at least 16 characters without spaces' }),
    fallback: undefined,
    meaning: 'Who sends it as `Authorization: Bearer` may read `/metrics` from anywhere.',
    isSecret: true,
  },
  LOG_LEVEL: {
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']),
    fallback: 'info',
    meaning: 'How much is logged, as JSON lines on standard output.',
  },
} as const satisfies Record<string, Setting>;
