// The settings as the program uses them, read from the environment by the table of settings.ts.
import type { z } from 'zod';
import type { RegistrationMode, SiteText } from '../contract/values/enums.ts';
import type { PostgresSettings } from './db/postgres/postgres.ts';
import { onOneLine } from './instance/rules.ts';
import { type Setting, settings } from './settings.ts';
import { translated } from './words/t.ts';

export type Config = {
  port: number;
  host: string | null;
  publicOrigin: string;
  dataDir: string;
  databaseUrl: string | null;
  /** Null where `databaseUrl` has no pooler. */
  databaseDirectUrl: string | null;
  postgres: PostgresSettings;
  demoData: boolean;
  authSecret: string | null;
  cookies: { access: string; refresh: string; hint: string; device: string };
  smtpUrl: string | null;
  mailFrom: { name: string; address: string };
  instanceName: string;
  registration: RegistrationMode;
  /** Paths of the operator's texts; null for those that are not set. */
  textFiles: Record<SiteText, string | null>;
  /** Null: the sandbox is used. */
  stripe: {
    secretKey: string;
    webhookSecret: string;
    host: string;
    port: number;
    protocol: 'https' | 'http';
  } | null;
  iconFallback: boolean;
  rateLimit: boolean;
  /** The number of trusted reverse proxies in a row; 0 for none. */
  trustProxy: number;
  /** From SIGTERM until the listener closes. */
  drainDelayMs: number;
  metrics: boolean;
  metricsToken: string | null;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';
};

/** Whether a setting is unset: files of settings and compose files leave names with nothing after them. */
export const isBlank = (value: string | undefined) => value === undefined || value.trim() === '';

const proxiesIn = (text: string) => (text === 'off' ? 0 : text === 'on' ? 1 : Number(text));

function withPassword(address: string | null, password: string | null): string | null {
  if (address === null || password === null) return address;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url?.username)
    throw new Error('DATABASE_PASSWORD_FILE is wrong: an address with a user and a host needs it.');
  url.password = encodeURIComponent(password);
  return url.href;
}

/** Reads the settings from an environment. Throws one line that names the setting and what is wrong with it. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const read = <N extends keyof typeof settings>(
    name: N,
  ): z.output<(typeof settings)[N]['schema']> | null => {
    const setting: Setting = settings[name];
    const value = isBlank(env[name]) ? setting.fallback : env[name];
    if (value === undefined) return null;
    const parsed = setting.schema.safeParse(value);
    if (!parsed.success)
      throw new Error(
        `${name} is wrong: ${translated(parsed.error.issues[0]?.message ?? '')}.${setting.isSecret ? '' : ` It was ${onOneLine(value)}.`}`,
      );
    return parsed.data as z.output<(typeof settings)[N]['schema']>;
  };
  const required = <N extends keyof typeof settings>(name: N) => {
    const value = read(name);
    if (value === null) throw new Error(`${name} is missing.`);
    return value;
  };
  const secretKey = read('STRIPE_SECRET_KEY');
  const webhookSecret = read('STRIPE_WEBHOOK_SECRET');
  if ((secretKey === null) !== (webhookSecret === null))
    throw new Error(
      `${secretKey === null ? 'STRIPE_SECRET_KEY' : 'STRIPE_WEBHOOK_SECRET'} is missing: Stripe needs both its secrets.`,
    );
  const rateLimit = required('RATE_LIMIT') === 'on';
  if (!rateLimit && secretKey?.includes('_live_'))
    throw new Error('RATE_LIMIT is wrong: off is refused together with a live Stripe key.');
  const cookies = {
    access: required('COOKIE_ACCESS'),
    refresh: required('COOKIE_REFRESH'),
    hint: required('COOKIE_HINT'),
    device: required('COOKIE_DEVICE'),
  };
  if (new Set(Object.values(cookies)).size < Object.keys(cookies).length)
    throw new Error('COOKIE_ACCESS, COOKIE_REFRESH, COOKIE_HINT and COOKIE_DEVICE must differ.');
  const port = required('PORT');
  const publicOrigin = read('PUBLIC_ORIGIN') ?? `http://localhost:${port}`;
  const databasePassword = read('DATABASE_PASSWORD_FILE');
  const databaseUrl = withPassword(read('DATABASE_URL'), databasePassword);
  const databaseDirectUrl = withPassword(read('DATABASE_DIRECT_URL'), databasePassword);
  if (databaseUrl === null && databaseDirectUrl !== null)
    throw new Error('DATABASE_URL is missing: DATABASE_DIRECT_URL needs it.');
  if (databaseUrl === null && databasePassword !== null)
    throw new Error('DATABASE_URL is missing: DATABASE_PASSWORD_FILE needs it.');
  const instanceName = required('INSTANCE_NAME');
  const sender = read('MAIL_FROM') ?? { name: '', address: `no-reply@${new URL(publicOrigin).hostname}` };
  return {
    port,
    host: read('HOST'),
    publicOrigin,
    dataDir: required('DATA_DIR'),
    databaseUrl,
    databaseDirectUrl,
    postgres: {
      poolSize: required('DATABASE_POOL'),
      readPoolSize: required('DATABASE_READ_POOL'),
      connectionTimeoutMs: required('DATABASE_CONNECT_TIMEOUT'),
      lockTimeoutMs: required('DATABASE_LOCK_TIMEOUT'),
      statementTimeoutMs: required('DATABASE_STATEMENT_TIMEOUT'),
      hasNamedStatements: required('DATABASE_NAMED_STATEMENTS') === 'on',
    },
    demoData: required('DEMO_DATA') === 'on' && !databaseUrl,
    authSecret: read('AUTH_SECRET'),
    cookies,
    smtpUrl: read('SMTP_URL'),
    mailFrom: { name: sender.name || instanceName, address: sender.address },
    instanceName,
    registration: required('REGISTRATION'),
    textFiles: {
      imprint: read('IMPRINT_FILE'),
      privacy: read('PRIVACY_FILE'),
      terms: read('TERMS_FILE'),
    },
    stripe:
      secretKey === null || webhookSecret === null
        ? null
        : {
            secretKey,
            webhookSecret,
            host: required('STRIPE_HOST'),
            port: required('STRIPE_PORT'),
            protocol: required('STRIPE_PROTOCOL'),
          },
    iconFallback: required('ICON_FALLBACK') === 'on',
    rateLimit,
    trustProxy: proxiesIn(required('TRUST_PROXY')),
    drainDelayMs: required('DRAIN_DELAY'),
    metrics: required('METRICS') === 'on',
    metricsToken: read('METRICS_TOKEN'),
    logLevel: required('LOG_LEVEL'),
  };
}

/** Whether the settings are for production, not for a trial with demo data on this machine. */
export const isProduction = ({ demoData, publicOrigin }: Config) =>
  !demoData || !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(publicOrigin).hostname);
