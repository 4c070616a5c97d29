// The attendance of a team over time, as a table of people and dates, and as a file.
import { setImmediate } from 'node:timers/promises';
import type { Answer } from '../../../contract/api.ts';
import type { TableDate } from '../../../contract/events/attendance-table.ts';
import { limits } from '../../../contract/values/limits.ts';
import { addAudit } from '../../audit/queries.ts';
import type { Db } from '../../db/open.ts';
import { forEachYielding } from '../../db/yielding.ts';
import { dayIn } from '../../events/rules.ts';
import { actingRole } from '../../groups/members/membership-rules.ts';
import { findOwnMembership } from '../../groups/members/own-membership-queries.ts';
import { canSeeGroup } from '../../groups/policy.ts';
import { groupRolesOf } from '../../groups/queries.ts';
import { findRosterTeam } from '../../groups/roster-queries.ts';
import { coaches } from '../../groups/rules.ts';
import { notFound, Problem } from '../../http/problem.ts';
import { csvOf } from '../../text/csv.ts';
import { t } from '../../words/t.ts';
import type { Period } from '../period.ts';
import { listCells, listDates, listTablePeople } from './queries.ts';
import { createMarks, isShown, personOf, recentPeriod } from './rules.ts';

type Table = Answer<'GET /api/teams/{id}/attendance'>;
type Reader = { teamId: string; userId: string; now: Date };

/**
 * Whether this person runs the team and so reads everyone's row. Throws not_found, or not_permitted for someone who sees the
 * team and is not in it.
 */
async function readsAll(db: Db, { teamId, userId, now }: Reader): Promise<boolean> {
  const team = await findRosterTeam(db, teamId);
  if (!team) throw notFound('team');
  const groupRoles = await groupRolesOf(db, userId);
  if (coaches(actingRole('team', team, groupRoles))) return true;
  if (groupRoles.teams.has(teamId)) return false;
  const { own } = await findOwnMembership(db, 'team', teamId, userId, now.toISOString());
  if (!canSeeGroup('team', team, groupRoles, own)) throw notFound('team');
  throw new Problem('not_permitted', t('Only people in this team can see who was there.'));
}

/** Everyone's row for those who run the team, and the own row of a member. */
export async function teamTable(db: Db, reader: Reader, period: Period): Promise<Table> {
  const runsTeam = await readsAll(db, reader);
  const { teamId, userId, now } = reader;
  const personId = runsTeam ? null : userId;
  const rows = await listDates(db, teamId, period);
  const dates = rows
    .slice(0, limits.tableDatesMax)
    .toReversed()
    .map(({ id, ...date }): TableDate => ({ eventId: id, ...date }));
  const idsOf = (some: readonly { eventId: string }[]) => some.map(({ eventId }) => eventId);
  const marks = await marksAt(db, idsOf(dates), personId);
  const members = await listTablePeople(db, teamId, personId);
  const recent = runsTeam ? await recentMarks(db, teamId, members, now) : null;
  const people: Table['people'] = [];
  await forEachYielding(members.slice(0, limits.teamMembersMax), async (row) => {
    if (personId !== null || isShown(row, marks)) people.push(personOf(row, dates, marks, recent));
  });
  return {
    from: period.from,
    to: period.to,
    dates,
    hasEarlier: rows.length > limits.tableDatesMax,
    people,
    hasMorePeople: members.length > limits.teamMembersMax,
  };
}

/** So many dates are read at once. */
const datesAtOnce = 7;

/** Reads in parts, between which other requests run: a large team has tens of thousands of marks in a year. */
async function marksAt(db: Db, eventIds: readonly string[], personId: string | null) {
  const marks = createMarks();
  for (let first = 0; first < eventIds.length; first += datesAtOnce) {
    marks.add(await listCells(db, eventIds.slice(first, first + datesAtOnce), personId));
    await setImmediate();
  }
  return marks.counting();
}

async function recentMarks(db: Db, teamId: string, members: readonly { id: string }[], now: Date) {
  const period = recentPeriod(now);
  const ids = (await listDates(db, teamId, period)).map(({ id }) => id);
  // Also those of other teams that took part, whose coaches mark their own members.
  const marks = await marksAt(db, ids, null);
  return { marks, isTaken: members.some(({ id }) => marks.has(id)), since: period.since };
}

/** The table as a file, for those who run the team; the audit log names the reader. */
export async function teamTableFile(db: Db, reader: Reader, period: Period): Promise<string> {
  if (!(await readsAll(db, reader)))
    throw new Problem(
      'not_permitted',
      t('Only coaches and the people who run this team can export its attendance.'),
    );
  const { dates, people, hasEarlier, hasMorePeople } = await teamTable(db, reader, period);
  await addAudit(db, {
    actorId: reader.userId,
    action: 'attendance.exported',
    objectKind: 'team',
    objectId: reader.teamId,
    after: { from: period.from, to: period.to },
    at: reader.now.toISOString(),
  });
  const header = [
    t('Name'),
    ...dates.map(({ name, startsAt, timeZone }) => `${dayIn(timeZone, new Date(startsAt))} ${name}`),
    t('Trainings attended'),
    t('Trainings marked'),
    t('Matches attended'),
    t('Matches marked'),
    t('Other events attended'),
    t('Other events marked'),
    t('Said yes and did not come'),
  ];
  const textOf = cellTexts();
  const lines = people.map(({ user, cells, training, match, other, noShows }) => [
    user.name,
    ...cells.map(textOf),
    training.attended,
    training.counted,
    match.attended,
    match.counted,
    other.attended,
    other.counted,
    noShows,
  ]);
  const missing = [
    ...(hasEarlier
      ? [t('These are the last {count} dates. Choose earlier days to see more.', { count: dates.length })]
      : []),
    ...(hasMorePeople
      ? [
          t('These are the first {count} people by name. The team has more than fit here.', {
            count: people.length,
          }),
        ]
      : []),
  ];
  return csvOf([header, ...lines, ...missing.map((text) => [text])]);
}

/** The words of a cell, formatted once: a table has tens of thousands of cells. */
function cellTexts(): (cell: Cell) => string | null {
  const texts = new Map<Cell, string>();
  return (cell) => {
    if (cell === null) return null;
    const text = texts.get(cell) ?? cellText(cell);
    texts.set(cell, text);
    return text;
  };
}

type Cell = Table['people'][number]['cells'][number];

const cellText = (cell: NonNullable<Cell>): string =>
  t(
    '{cell, select, present {here} late {late} excused {excused} absent {absent} other {absent, had said yes}}',
    { cell },
  );
