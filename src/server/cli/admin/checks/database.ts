// Checks of the database: reachable, undamaged, migrated, and its content.
import { countAdmins } from '../../../accounts/admin-queries.ts';
import { openDemoAccounts } from '../../../accounts/demo-accounts.ts';
import { type Config, isProduction } from '../../../config.ts';
import {
  isInUse,
  knowsNamedStatements,
  migrationState,
  type PostgresFacts,
  postgresFacts,
  sqliteFaults,
} from '../../../db/database-facts.ts';
import { gapFault, gapRemedy } from '../../../db/migrate.ts';
import { type Database, databaseFile, openSqlite } from '../../../db/open.ts';
import type { PostgresAddress, PostgresSetting } from '../../../db/postgres/address.ts';
import { connectionsOf, openPostgres } from '../../../db/postgres/postgres.ts';
import { sqliteFailureOf } from '../../../db/sqlite/sqlite-failures.ts';
import { type Finding, ok, warning, wrong } from './finding.ts';
import { checkPostgresIntegrity } from './postgres-integrity.ts';

/** The oldest PostgreSQL that its project still maintains. */
const oldestPostgres = 14;

export async function checkDatabase(config: Config): Promise<Finding[]> {
  const { databaseUrl, databaseDirectUrl } = config;
  const facts =
    databaseUrl === null ? null : await factsOrFault({ url: databaseUrl, setting: 'DATABASE_URL' });
  const file =
    databaseUrl === null || facts === null
      ? checkFile(config)
      : await checkPostgres(config, databaseUrl, facts);
  const direct = databaseDirectUrl === null ? [] : await checkDirect(databaseDirectUrl, facts);
  const isReadable =
    file.every(({ level }) => level !== 'wrong') && !file.some(({ check }) => check === 'new');
  if (!isReadable) return [...file, ...direct];
  const database =
    databaseUrl === null
      ? openSqlite(databaseFile(config))
      : openPostgres(databaseUrl, { poolSize: 1, readPoolSize: 1, hasNamedStatements: false });
  try {
    return [...file, ...direct, ...(await checkContent(config, database))];
  } finally {
    await database.close();
  }
}

function checkFile(config: Config): Finding[] {
  let faults: string[] | null;
  try {
    faults = sqliteFaults(config);
  } catch (error) {
    return [
      wrong(
        'file',
        error instanceof Error ? error.message : String(error),
        sqliteFailureOf(error) === 'full'
          ? 'Make room on the disk, then check again: no damage was found, so do not restore a backup.'
          : 'Check the disk and the permissions, then check again: no damage was found, so do not restore a backup.',
      ),
    ];
  }
  const path = databaseFile(config);
  if (faults === null)
    return [
      warning('new', `There is no database in ${config.dataDir} yet.`, 'Start the server: it makes one.'),
    ];
  if (faults.length > 0)
    return [
      wrong(
        'integrity',
        `${path} is damaged: ${faults.slice(0, 3).join('; ')}.`,
        'Stop the server, move the file away, restore the newest backup with `restore`, and look at the disk.',
      ),
    ];
  const user = isInUse(config) ? 'a server is using it' : 'no server is using it';
  return [ok('integrity', `${path} is whole; ${user}.`)];
}

async function checkPostgres(config: Config, url: string, facts: PostgresFacts | string): Promise<Finding[]> {
  if (typeof facts === 'string') return [unreachable('PostgreSQL', facts, 'DATABASE_URL')];
  return [
    ...judgePostgres(facts, connectionsOf(config.postgres)),
    // Migrations run over the other address where there is one.
    ...(config.databaseDirectUrl === null ? missingRights(facts) : []),
    ...(config.postgres.hasNamedStatements ? await checkNamedStatements(url) : []),
  ];
}

async function checkNamedStatements(url: string): Promise<Finding[]> {
  const setting = 'DATABASE_URL';
  try {
    if (await knowsNamedStatements({ url, setting })) return [];
  } catch (error) {
    return [unreachable('connections', error instanceof Error ? error.message : String(error), setting)];
  }
  return [
    warning(
      'named statements',
      'The pooler of DATABASE_URL knows none: each start of the server answers some requests with 503 until it goes on without them.',
      'Set DATABASE_NAMED_STATEMENTS=off, or max_prepared_statements = 500 in pgbouncer 1.21 or newer.',
    ),
  ];
}

/** The server migrates and listens over this address, and backups and restores use it. */
async function checkDirect(url: string, main: PostgresFacts | string | null): Promise<Finding[]> {
  const setting = 'DATABASE_DIRECT_URL';
  const facts = await factsOrFault({ url, setting });
  if (typeof facts === 'string') return [unreachable(setting, facts, setting)];
  if (main !== null && typeof main !== 'string' && main.identity !== facts.identity)
    return [
      wrong(
        setting,
        'It leads to another database than DATABASE_URL, so that one is migrated and backed up instead.',
        'Name the database of DATABASE_URL, without the pooler.',
      ),
    ];
  const findings = [...(isIso(facts) ? [] : [wrongDateStyle(setting, facts)]), ...missingRights(facts)];
  return findings.length > 0 ? findings : [ok(setting, 'PostgreSQL answers.')];
}

const factsOrFault = (address: PostgresAddress): Promise<PostgresFacts | string> =>
  postgresFacts(address).catch((error: Error) => error.message);

const unreachable = (check: string, fault: string, setting: PostgresSetting) =>
  wrong(check, fault, `Check ${setting}, and that PostgreSQL runs and lets this machine in.`);

const isIso = ({ dateStyle }: PostgresFacts) => dateStyle.startsWith('ISO');

const wrongDateStyle = (check: string, { dateStyle }: PostgresFacts) =>
  wrong(
    check,
    `Its DateStyle is ${dateStyle}, and the server does not start with it.`,
    "`alter database … set datestyle = 'ISO'`",
  );

const missingRights = ({ missingRight }: PostgresFacts) =>
  missingRight === ''
    ? []
    : [wrong('rights', 'The role may not create tables.', `As a superuser: \`${missingRight}\``)];

function judgePostgres(facts: PostgresFacts, connections: number): Finding[] {
  const findings = [
    facts.version < oldestPostgres &&
      wrong(
        'PostgreSQL',
        `It is version ${facts.version}, and ${oldestPostgres} is the oldest supported.`,
        'Upgrade PostgreSQL.',
      ),
    facts.encoding !== 'UTF8' &&
      wrong(
        'encoding',
        `The database's encoding is ${facts.encoding}, which cannot hold every name.`,
        "Make a new one with `create database … encoding 'UTF8' template template0` and restore a backup into it.",
      ),
    !isIso(facts) && wrongDateStyle('DateStyle', facts),
    facts.maxConnections < connections + 5 &&
      wrong(
        'connections',
        `PostgreSQL takes ${facts.maxConnections}, and each server may open ${connections}.`,
        'Lower DATABASE_POOL and DATABASE_READ_POOL, raise max_connections, or put pgbouncer between.',
      ),
    facts.jit === 'on' &&
      warning(
        'jit',
        'It is on, which makes calendars and lists of coaches slow.',
        'Restart the server, which turns it off for its own role.',
      ),
    facts.fsync !== 'on' &&
      warning('fsync', 'It is off: a power cut may destroy the database.', 'Set fsync = on in PostgreSQL.'),
  ].filter((finding) => finding !== false);
  if (findings.some(({ level }) => level === 'wrong')) return findings;
  const zone = `time zone ${facts.timeZone}, which may be any`;
  return [...findings, ok('PostgreSQL', `Version ${facts.version}, ${facts.encoding}, ${zone}.`)];
}

async function checkContent(config: Config, database: Database): Promise<Finding[]> {
  const { isEmpty, missing, unknown, gap } = await migrationState(database);
  if (isEmpty)
    return [warning('migrations', 'The database is empty.', 'Start the server: it makes its tables.')];
  if (unknown.length > 0)
    return [
      wrong(
        'migrations',
        `The database is newer than this program: ${unknown.join(', ')}.`,
        'Use the newer version of Sideline, or restore a backup from before the upgrade.',
      ),
    ];
  if (gap !== undefined) return [wrong('migrations', gapFault(gap), gapRemedy)];
  if (missing.length > 0)
    return [
      wrong(
        'migrations',
        `The database is from an older version: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing.`,
        'Make a backup and start the server of this version: it migrates.',
      ),
    ];
  return [
    ok('migrations', 'Complete.'),
    ...(config.databaseUrl === null ? [] : await checkPostgresIntegrity(database)),
    ...(await checkDemoAccounts(config, database)),
    ...(await checkAdmins(database)),
  ];
}

/** Demo accounts: the README contains their password. */
async function checkDemoAccounts(config: Config, { db }: Database): Promise<Finding[]> {
  const open = await openDemoAccounts(db);
  if (open.length === 0) return [];
  const lacking = isProduction(config) ? wrong : warning;
  return [
    lacking(
      'demo accounts',
      `Anyone can sign in as ${open.join(' and ')} with the password of the demo data.`,
      'Start on a new database with DEMO_DATA=off; or suspend these accounts.',
    ),
  ];
}

async function checkAdmins({ db }: Database): Promise<Finding[]> {
  const admins = await countAdmins(db);
  return admins > 0
    ? [ok('administrators', `${admins}.`)]
    : [warning('administrators', 'There is none.', '`create-admin` makes one.')];
}
