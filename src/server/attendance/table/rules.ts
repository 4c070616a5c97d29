// Rules of attendance over time: which mark counts, rates, no-shows, and who has been away for weeks. Pure.
import type { TableDate, TablePerson } from '../../../contract/events/attendance-table.ts';
import { groupOf } from '../../../contract/values/event-groups.ts';
import { limits } from '../../../contract/values/limits.ts';
import { instantNear } from '../../events/rules.ts';
import { coaches } from '../../groups/rules.ts';
import { shownName } from '../../people/rules.ts';
import type { Period } from '../period.ts';
import type { CellRow, TablePersonRow } from './queries.ts';

const dayMs = 86_400_000;

/** The weeks until now. Someone who came to nothing in them is away for long. */
export function recentPeriod(now: Date): Omit<Period, 'to' | 'now'> {
  const at = now.toISOString();
  const since = new Date(now.getTime() - limits.longAwayDays * dayMs).toISOString();
  return {
    from: instantNear(since.slice(0, 10), -1).slice(0, 10),
    last: instantNear(at.slice(0, 10), 1).slice(0, 10),
    since,
    until: at,
  };
}

type Marks = ReadonlyMap<string, ReadonlyMap<string, CellRow>>;

/** Collects the newest mark of each person, by event. Of marks decided at the same instant the one that was received last counts. */
export function createMarks(): { add(rows: readonly CellRow[]): void; counting(): Marks } {
  const people = new Map<string, Map<string, CellRow>>();
  const takenBack: CellRow[] = [];
  return {
    add(rows) {
      for (const row of rows) {
        const marks = people.get(row.person_id) ?? new Map<string, CellRow>();
        people.set(row.person_id, marks);
        const known = marks.get(row.event_id);
        if (!known || isNewer(row, known)) marks.set(row.event_id, row);
        if (row.status === null) takenBack.push(row);
      }
    },
    /** Without those that were taken back. */
    counting() {
      for (const row of takenBack) {
        const marks = people.get(row.person_id);
        if (marks?.get(row.event_id) === row) marks.delete(row.event_id);
        if (marks?.size === 0) people.delete(row.person_id);
      }
      return people;
    },
  };
}

function isNewer(a: CellRow, b: CellRow): boolean {
  if (a.occurred_at !== b.occurred_at) return a.occurred_at > b.occurred_at;
  if (a.received_at !== b.received_at) return a.received_at > b.received_at;
  return a.id > b.id;
}

const cameTo = (mark: CellRow | undefined) => mark?.status === 'present' || mark?.status === 'late';

/** Coaches and assistants of a team have a row in its table only if they were marked. */
export const isShown = ({ id, role }: TablePersonRow, marks: Marks): boolean =>
  marks.has(id) || !(coaches(role) || role === 'assistant');

/** The marks of the last weeks. `isTaken`: someone of the team has one; without any, nothing is known of the others. */
type Recent = { marks: Marks; isTaken: boolean; since: string };

/** A person's row. `recent` for those who run the team. */
export function personOf(
  row: TablePersonRow,
  dates: readonly TableDate[],
  marks: Marks,
  recent: Recent | null,
): TablePerson {
  const own = marks.get(row.id);
  const rates = {
    training: { attended: 0, counted: 0 },
    match: { attended: 0, counted: 0 },
    other: { attended: 0, counted: 0 },
  };
  let noShows = 0;
  let lastCameAt: string | null = null;
  const cells = dates.map(({ eventId, kind, startsAt }): TablePerson['cells'][number] => {
    const mark = own?.get(eventId);
    const status = mark?.status ?? null;
    if (!mark || status === null) return null;
    const rate = rates[groupOf(kind)];
    if (status !== 'excused') rate.counted += 1;
    if (cameTo(mark)) {
      rate.attended += 1;
      lastCameAt = startsAt;
    }
    if (mark.had_place === 0 || !recent) return status;
    noShows += 1;
    return 'noShow';
  });
  return {
    user: {
      id: row.id,
      name: shownName(row.name),
      avatarSrc: row.file_path,
      hasAccount: row.has_account === 1,
    },
    cells,
    ...rates,
    noShows: recent ? noShows : null,
    lastCameAt,
    isLongAway: recent ? isLongAway(row, recent) : null,
  };
}

/** False for people who joined or came back in these weeks, and for coaches, who are not expected to be marked. */
function isLongAway(row: TablePersonRow, { marks, isTaken, since }: Recent): boolean {
  if (row.since > since || !isTaken || coaches(row.role)) return false;
  return ![...(marks.get(row.id)?.values() ?? [])].some(cameTo);
}
