// What every view of the calendar is given.
import type { ComponentType } from 'react';
import type { WeekPlannerProps } from '../../data/outbox/planned.ts';
import type { Day } from './days.ts';
import type { Entry } from './entries.ts';
import type { TeamBook } from './teams.ts';
import type { Go } from './use-place.ts';

/** `now` in milliseconds, to the hour. */
export type Zone = { timeZone: string; locale: string; now: number };

export type ViewProps = {
  day: Day;
  today: Day;
  /** Changes when the view is to show `day` anew. */
  turn: number;
  zone: Zone;
  /** My teams by id. */
  teams: TeamBook;
  isShown: (entry: Entry) => boolean;
  isFiltered: boolean;
  /** The screen has room for names in a month and seven days in a week. */
  isWide: boolean;
  /** The chosen teams that have a lane each in the days of a week; empty where they have not. */
  lanes: readonly string[];
  /** The one team that is chosen. */
  teamId: string | null;
  /** For coaches with room and a mouse or keys: what plans in the week. */
  desk: { Planner: ComponentType<WeekPlannerProps>; userId: string } | null;
  go: Go;
};
