// Starts the server: settings, database, demo data, HTTP and jobs. Shuts down gracefully.
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pino from 'pino';
import { languageTags } from '../words/languages.ts';
import { demoPassword, openDemoAccounts } from './accounts/demo-accounts.ts';
import { hashPassword, passwordQueue } from './accounts/passwords.ts';
import { buildApi, type Site } from './api.ts';
import { type Config, isProduction, readConfig } from './config.ts';
import { hideCredentials } from './credentials.ts';
import { type Database, type Db, openDatabase } from './db/open.ts';
import { awaitPostgres, migrateOver } from './db/postgres/expect.ts';
import { removeLeftCopies } from './db/transfer/working-copy.ts';
import type { Deps } from './deps.ts';
import { inProcess } from './http/limits/address.ts';
import { createOutageLog } from './http/outage-log.ts';
import { createDrain } from './http/socket/drain.ts';
import { connectionLimits, listen } from './http/socket/listen.ts';
import { onOneLine } from './instance/rules.ts';
import { readSiteTexts } from './instance/texts.ts';
import { buildJobs, startJobs } from './jobs.ts';
import { createMetrics } from './metrics/metrics.ts';
import { countWaiting } from './notifications/delivery-queries.ts';
import { backgroundEnded, fileMailer, mailFolder, smtpMailer } from './ports/mailer.ts';
import { choosePayments } from './ports/payments/choose.ts';
import { createPublicWeb } from './ports/public-web/fetch.ts';
import { restrictPermissions } from './private-files.ts';
import { loadBuild } from './render/pages.ts';
import { misspeltMessage, misspeltSettings } from './setting-names.ts';
import { buildSite } from './site.ts';
import { version } from './version.ts';
import { languageOf } from './words/catalogue.ts';

/** How long requests in flight may take after the listener has closed. */
const drainMs = 10_000;
/** How long mails in progress may take. Less than `drainMs`, so that a frozen mail server does not delay the shutdown. */
const mailDrainMs = 5_000;

async function start() {
  // Before the settings are read: the one that is missing may be the misspelt one.
  for (const misspelt of misspeltSettings(process.env)) console.warn(`!! ${misspeltMessage(misspelt)} !!`);
  const config = readConfig(process.env);
  // Reading a catalogue takes some 70 ms, for which the first request would hold up all others.
  for (const tag of languageTags) languageOf(tag);
  const log = pino({ level: config.logLevel, base: null, serializers: { err: describeError } });
  const texts = await readSiteTexts(config.textFiles);
  const usesDataDir = config.databaseUrl === null || config.smtpUrl === null;
  if (usesDataDir) for (const left of restrictPermissions(config.dataDir)) log.warn(left);
  for (const left of removeLeftCopies(config.dataDir)) log.warn(left);
  const database = openDatabase(config, (message) => log.warn(message));
  if (config.databaseUrl !== null)
    await awaitPostgres(database, 'DATABASE_URL', { note: (line) => log.warn(line) });
  await migrateOver(config, database, { warn: (message) => log.warn(message) });
  if (config.demoData && (await isFirstStart(database))) {
    // Loaded by the first start alone.
    const { fillDemo } = await import('../demo/fill.ts');
    await fillDemo(database, { now: new Date(), passwordHash: hashPassword(demoPassword) });
  }
  const demoAccounts = await openDemoAccounts(database.db);

  // `--api-only`: the dev server in front serves the page.
  const page = process.argv.includes('--api-only') ? null : loadBuild('dist/client', { config, texts });
  const now = () => new Date();
  const secret = await authSecret(config, database);
  const buildId = page?.buildId ?? 'dev';
  const shutdown = new AbortController();
  const endOfMail = new AbortController();
  const deps: Deps = {
    database,
    config,
    log,
    noteOutage: createOutageLog({ database, log }),
    now,
    mailer: config.smtpUrl
      ? smtpMailer(config.smtpUrl, config.mailFrom, endOfMail.signal)
      : fileMailer(mailFolder(config), config.mailFrom),
    // The sandbox's webhook events go through the same route as Stripe's.
    payments: choosePayments(config, {
      database,
      now,
      authSecret: secret,
      post: (request) => site.fetch(request, inProcess),
    }),
    publicWeb: createPublicWeb(),
    texts,
    authSecret: secret,
    buildId,
    shutdown: shutdown.signal,
    metrics: config.metrics
      ? await createMetrics({
          database,
          countWaitingMails: () => countWaiting(database.db, now().toISOString()),
          passwordQueue,
          version,
          buildId,
        })
      : null,
  };
  const site: Site = page ? buildSite(deps, page) : buildApi(deps);
  // Demo accounts have a known password: listen on loopback only, unless HOST is set.
  const hostname = config.host ?? (config.demoData && demoAccounts.length > 0 ? '127.0.0.1' : '0.0.0.0');
  const perAddress = config.rateLimit && config.trustProxy === 0 ? connectionLimits.perAddress : null;
  const server = listen(
    { fetch: site.fetch, port: config.port, hostname },
    { ...connectionLimits, perAddress },
    (port) => announce(config, port, demoAccounts),
  );
  server.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') fail(`Port ${config.port} is taken. Set PORT to another one.`);
    if (error.code === 'EADDRNOTAVAIL' || error.syscall === 'getaddrinfo')
      fail(`HOST is wrong: ${onOneLine(hostname)} is no address of this machine.`);
    fail(error);
  });

  const drain = createDrain(server);
  const jobs = startJobs(buildJobs(deps), deps);

  const end = async (delayMs: number) => {
    if (shutdown.signal.aborted) return;
    shutdown.abort();
    setTimeout(() => endOfMail.abort(), mailDrainMs).unref();
    setTimeout(() => fail(new Error('Some requests did not end in time.')), delayMs + drainMs).unref();
    const stopped = jobs.stop();
    if (delayMs > 0) {
      drain.begin();
      await pause(delayMs);
    }
    await drain.close();
    await stopped;
    await backgroundEnded();
    await database.close();
    process.exit(0);
  };
  process.on('SIGTERM', () => void end(config.drainDelayMs));
  // Ctrl-C: a person waits, and no proxy needs time to notice.
  process.on('SIGINT', () => void end(0));
}

/** The logged fields of an error. Others, such as a database's `detail`, can contain personal data. */
function describeError(error: Error & { code?: unknown }) {
  return {
    type: error.name,
    code: error.code,
    message: hideCredentials(error.message),
    stack: hideCredentials(error.stack ?? ''),
  };
}

/**
 * Whether no earlier start got as far as `authSecret`, whose row ends the first start. A start that was killed while it migrated
 * or filled is followed by another first one.
 */
async function isFirstStart({ db }: Database): Promise<boolean> {
  const user = await db.selectFrom('users').select('id').limit(1).executeTakeFirst();
  return user === undefined && (await storedSecret(db).executeTakeFirst()) === undefined;
}

const secretName = 'authSecret';
const storedSecret = (db: Db) =>
  db.selectFrom('instance_settings').select('value').where('name', '=', secretName);

/**
 * AUTH_SECRET, or a secret that is generated once and stored in the database for all processes. The row is always written: it
 * ends the first start.
 */
async function authSecret(config: Config, { db }: Database): Promise<Uint8Array> {
  await db
    .insertInto('instance_settings')
    .values({ name: secretName, value: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const secret = config.authSecret ?? (await storedSecret(db).executeTakeFirstOrThrow()).value;
  return new TextEncoder().encode(secret);
}

function announce(config: Config, port: number, demoAccounts: readonly string[]) {
  const lines = [
    `Sideline is ready at ${config.port === 0 ? `http://localhost:${port}` : config.publicOrigin}`,
  ];
  const isTrial = demoAccounts.length > 0 && !isProduction(config);
  if (isTrial) lines.push(`Demo accounts: ${demoAccounts.join(' and ')}, password ${demoPassword}`);
  else if (demoAccounts.length > 0)
    lines.push(
      `!! Anyone can sign in as ${demoAccounts.join(' and ')} with the password of the demo data. Start on a new database with DEMO_DATA=off, or suspend these accounts. !!`,
    );
  if (config.smtpUrl === null && !isTrial)
    lines.push(`!! SMTP_URL is not set: mails are not sent, but written to ${mailFolder(config)}. !!`);
  if (!config.rateLimit) lines.push('!! RATE_LIMIT=off: requests are not limited. For load tests only. !!');
  console.log(lines.join('\n'));
}

function fail(error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error);
  console.error(hideCredentials(`Sideline cannot start or go on: ${reason}`));
  process.exit(1);
}

await start().catch(fail);
