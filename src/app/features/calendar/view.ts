// The props of every view of the calendar.
import type { ComponentType } from 'react';
import type { WeekPlannerProps } from '../../data/outbox/planned.ts';
import type { Day } from './days.ts';
import type { Entry } from './entries.ts';
import type { TeamBook } from './teams.ts';
import type { Go } from './use-position.ts';

/** `now` in milliseconds, to the hour. */
export type Zone = { timeZone: string; locale: string; now: number };

export type ViewProps = {
  day: Day;
  today: Day;
  /** Changes when the view has to show `day` again. */
  turn: number;
  zone: Zone;
  /** My teams by id. */
  teams: TeamBook;
  isShown: (entry: Entry) => boolean;
  isFiltered: boolean;
  /** The screen has room for names in a month and seven days in a week. */
  isWide: boolean;
  /** The chosen teams with a lane each in the days of a week; empty without lanes. */
  lanes: readonly string[];
  /** The chosen team, if there is exactly one. */
  teamId: string | null;
  /** For coaches with enough room and a mouse or keyboard: the planner for the week. */
  desk: { Planner: ComponentType<WeekPlannerProps>; userId: string } | null;
  go: Go;
};
