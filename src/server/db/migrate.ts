// Migrates a database to the newest schema, forward only and in one transaction; refuses one newer than this program.
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { resetLiveStreams } from '../live/change-queries.ts';
import type { Dialect } from './dialect.ts';
import { foundation } from './migrations/0001-foundation.ts';
import { replies } from './migrations/0002-replies.ts';
import { groupEntrances } from './migrations/0003-group-entrances.ts';
import { pictures } from './migrations/0004-pictures.ts';
import { notificationMails } from './migrations/0005-notification-mails.ts';
import { payments } from './migrations/0006-payments.ts';
import { endedMemberships } from './migrations/0007-ended-memberships.ts';
import { invitationAuthority } from './migrations/0008-invitation-authority.ts';
import { signInGuard } from './migrations/0009-sign-in-guard.ts';
import { organizerIndexes } from './migrations/0010-organizer-indexes.ts';
import { people, peopleColumns } from './migrations/0011-people.ts';
import { eventOwners } from './migrations/0012-event-owners.ts';
import { planning } from './migrations/0013-planning.ts';
import { reminders } from './migrations/0014-reminders.ts';
import { managedMembers } from './migrations/0015-managed-members.ts';
import { groupLooks } from './migrations/0016-group-looks.ts';
import { eventPictures } from './migrations/0017-event-pictures.ts';
import { paymentReminders } from './migrations/0018-payment-reminders.ts';
import { fillSeries, seriesColumns, seriesKeys } from './migrations/0020-series.ts';
import { seriesDates } from './migrations/0021-series-dates.ts';
import { absences } from './migrations/0022-absences.ts';
import { fixtures } from './migrations/0023-fixtures.ts';
import { stillComing } from './migrations/0024-still-coming.ts';
import { onlyMaybe } from './migrations/0025-only-maybe.ts';
import { administrators } from './migrations/0027-administrators.ts';
import { growth } from './migrations/0030-growth.ts';
import { marksOfPeople } from './migrations/0031-marks-of-people.ts';
import { formerMembers } from './migrations/0032-former-members.ts';
import { yearsOfEvents } from './migrations/0033-years-of-events.ts';
import { notificationActors } from './migrations/0034-notification-actors.ts';
import { wasGoing } from './migrations/0035-was-going.ts';
import { optionalPhone } from './migrations/0036-optional-phone.ts';
import { marksTakenBack } from './migrations/0038-marks-taken-back.ts';
import { eventPictureFiles } from './migrations/0039-event-picture-files.ts';
import { sortNames } from './migrations/0041-sort-names.ts';
import { changesOfImports } from './migrations/0042-changes-of-imports.ts';
import { unpaidHolds } from './migrations/0043-unpaid-holds.ts';
import { activeSessions } from './migrations/0044-active-sessions.ts';
import { coachesByRole } from './migrations/0045-coaches-by-role.ts';
import { suspendedUsers } from './migrations/0046-suspended-users.ts';
import { ownersInLists } from './migrations/0047-owners-in-lists.ts';
import { activeMemberships } from './migrations/0048-active-memberships.ts';
import { organizersOfComingEvents } from './migrations/0049-organizers-of-coming-events.ts';
import type { Database, Db } from './open.ts';
import type { Waiting } from './postgres/migration-locks.ts';

/** Every migration by its name, in the order of the names. */
export function migrations(dialect: Dialect): Record<string, Migration> {
  return {
    '0001-foundation': {
      up: (db) => run(db, [...statements(dialect.ddl(foundation)), ...dialect.searchIndex]),
    },
    '0002-replies': { up: (db) => run(db, statements(dialect.ddl(replies))) },
    '0003-group-entrances': { up: (db) => run(db, statements(dialect.ddl(groupEntrances))) },
    '0004-pictures': { up: (db) => run(db, statements(dialect.ddl(pictures))) },
    '0005-notification-mails': { up: (db) => run(db, statements(dialect.ddl(notificationMails))) },
    '0006-payments': { up: (db) => run(db, statements(dialect.ddl(payments))) },
    '0007-ended-memberships': { up: (db) => run(db, statements(dialect.ddl(endedMemberships))) },
    '0008-invitation-authority': { up: (db) => run(db, statements(dialect.ddl(invitationAuthority))) },
    '0009-sign-in-guard': {
      up: (db) => run(db, [...statements(dialect.ddl(signInGuard)), ...dialect.searchMarkers]),
    },
    '0010-organizer-indexes': { up: (db) => run(db, statements(dialect.ddl(organizerIndexes))) },
    '0011-people': {
      up: async (db) => {
        await run(db, statements(dialect.ddl(people)));
        for (const column of peopleColumns) await dialect.refer(db, column, 'people');
      },
    },
    '0012-event-owners': { up: (db) => run(db, statements(dialect.ddl(eventOwners))) },
    '0013-planning': { up: (db) => run(db, statements(dialect.ddl(planning))) },
    '0014-reminders': { up: (db) => run(db, statements(dialect.ddl(reminders))) },
    '0015-managed-members': { up: (db) => run(db, statements(dialect.ddl(managedMembers))) },
    '0016-group-looks': { up: (db) => run(db, statements(dialect.ddl(groupLooks))) },
    '0017-event-pictures': { up: (db) => run(db, statements(dialect.ddl(eventPictures))) },
    '0018-payment-reminders': { up: (db) => run(db, statements(dialect.ddl(paymentReminders))) },
    '0020-series': {
      up: async (db) => {
        await run(db, statements(dialect.ddl(seriesColumns)));
        await fillSeries(db);
        await run(db, statements(dialect.ddl(seriesKeys)));
      },
    },
    '0021-series-dates': { up: (db) => run(db, statements(dialect.ddl(seriesDates))) },
    '0022-absences': { up: (db) => run(db, statements(dialect.ddl(absences))) },
    '0023-fixtures': { up: (db) => run(db, statements(dialect.ddl(fixtures))) },
    '0024-still-coming': { up: (db) => run(db, statements(dialect.ddl(stillComing))) },
    '0025-only-maybe': { up: (db) => run(db, statements(dialect.ddl(onlyMaybe))) },
    '0027-administrators': { up: (db) => run(db, statements(dialect.ddl(administrators))) },
    '0028-filter-indexes': { up: (db) => run(db, dialect.filterIndexes) },
    '0030-growth': {
      up: (db) => run(db, [...statements(dialect.ddl(growth)), ...dialect.calendarChanges]),
    },
    '0031-marks-of-people': { up: (db) => run(db, statements(dialect.ddl(marksOfPeople))) },
    '0032-former-members': { up: (db) => run(db, statements(dialect.ddl(formerMembers))) },
    '0033-years-of-events': { up: (db) => run(db, statements(dialect.ddl(yearsOfEvents))) },
    '0034-notification-actors': { up: (db) => run(db, statements(dialect.ddl(notificationActors))) },
    '0035-was-going': { up: (db) => run(db, statements(dialect.ddl(wasGoing))) },
    '0036-optional-phone': { up: (db) => run(db, statements(dialect.ddl(optionalPhone))) },
    '0037-live-changes': { up: (db) => run(db, dialect.liveChanges) },
    '0038-marks-taken-back': { up: (db) => run(db, statements(dialect.ddl(marksTakenBack))) },
    '0039-event-picture-files': { up: (db) => run(db, statements(dialect.ddl(eventPictureFiles))) },
    '0040-filter-statistics': { up: (db) => run(db, dialect.filterStatistics) },
    '0041-sort-names': { up: (db) => run(db, statements(sortNames)) },
    '0042-changes-of-imports': { up: (db) => run(db, statements(dialect.ddl(changesOfImports))) },
    '0043-unpaid-holds': { up: (db) => run(db, statements(dialect.ddl(unpaidHolds))) },
    '0044-active-sessions': { up: (db) => run(db, statements(dialect.ddl(activeSessions))) },
    '0045-coaches-by-role': { up: (db) => run(db, statements(coachesByRole)) },
    '0046-suspended-users': { up: (db) => run(db, statements(suspendedUsers)) },
    '0047-owners-in-lists': { up: (db) => run(db, ownersInLists.map(dialect.ddl)) },
    '0048-active-memberships': { up: (db) => run(db, statements(dialect.ddl(activeMemberships))) },
    '0049-organizers-of-coming-events': { up: (db) => run(db, organizersOfComingEvents) },
  };
}

const statements = (text: string) => text.split(/;\s*$/m).filter((statement) => statement.trim());

async function run(db: Kysely<unknown>, texts: string[]) {
  for (const text of texts) await sql.raw(text).execute(db);
}

/** The names of the applied migrations, in order; none for a new database. */
export async function appliedMigrations(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * The migrations that a database lacks, those that this program does not know, and the first one that it lacks although it has a
 * later one. That gap cannot be filled: what comes later may build on it.
 */
export function compareMigrations(applied: readonly string[], known: readonly string[]) {
  const missing = known.filter((name) => !applied.includes(name));
  return {
    missing,
    unknown: applied.filter((name) => !known.includes(name)),
    gap: missing.find((name) => applied.some((other) => other > name)),
  };
}

export const gapFault = (gap: string) =>
  `The database lacks the migration ${gap} and has later ones: an unfinished version of Sideline made it.`;
export const gapRemedy = 'Go on with that version, or restore a backup from before it.';

/** Only the named migrations, to make a database of an earlier version. */
export const onlyMigrations = (known: Record<string, Migration>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(known).filter(([name]) => names.includes(name)));

/**
 * Applies what is missing, in one transaction under a lock, so that processes starting at once are safe.
 * Throws when the database holds migrations that this program does not know, or lacks one before its last.
 */
export async function migrate(
  { db, dialect }: Database,
  known = migrations(dialect),
  waiting: Waiting = {},
): Promise<string[]> {
  const expectOwn = async (db: Db) => {
    const applied = await appliedMigrations(db);
    const { missing, unknown, gap } = compareMigrations(applied, Object.keys(known));
    if (unknown.length > 0)
      throw new Error('The database is newer than this program. Start a newer version of Sideline.');
    if (gap !== undefined) throw new Error(`${gapFault(gap)} ${gapRemedy}`);
    return { isNew: applied.length === 0, missing };
  };
  if ((await expectOwn(db)).missing.length > 0) await dialect.expectRights(db);
  const migrateAll = async (db: Db) => {
    // Another process may have migrated since.
    const { isNew, missing } = await expectOwn(db);
    if (missing.length > 0) await dialect.prepareMigration(db);
    const migrator = new Migrator({ db, provider: { getMigrations: async () => known } });
    const { error, results = [] } = await migrator.migrateToLatest();
    if (error) throw error;
    // The triggers name columns of the newest schema.
    if (await isMigrated({ db, dialect })) {
      const wereMissing = await dialect.createLiveTriggers(db);
      // The log lacks what the migrations wrote, and what was written while triggers were missing.
      if (!isNew && (missing.length > 0 || wereMissing)) await resetLiveStreams({ db });
    }
    await dialect.createWriteTriggers(db);
    return results;
  };
  const results = await dialect.migrating(db, migrateAll, waiting);
  await dialect.setSessionDefaults(db);
  return results.filter((result) => result.status === 'Success').map((result) => result.migrationName);
}

/** Whether every migration of this program has run. Newer ones may have run too, during a rolling upgrade. */
export async function isMigrated({ db, dialect }: Pick<Database, 'db' | 'dialect'>): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const names = new Set(rows.map(({ name }) => name));
  return Object.keys(migrations(dialect)).every((name) => names.has(name));
}
