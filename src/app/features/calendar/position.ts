// The position in the calendar: view, day and teams, stored in the URL for Back and for links. Pure.
import type { Day } from './days.ts';

export const views = ['agenda', 'week', 'month'] as const;
export type View = (typeof views)[number];

/** `view` and `day` are null where the URL has none: then the view that fits the screen, and today. */
export type Position = {
  view: View | null;
  day: Day | null;
  teams: string[];
  /** In the week, each day has a lane for each chosen team. */
  isSideBySide: boolean;
};

/** Whether a text from a URL is an existing day. */
export function isDay(text: string | null): text is Day {
  if (text === null || !/^[12]\d{3}-\d\d-\d\d$/.test(text)) return false;
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

export function readPosition(search: string): Position {
  const params = new URLSearchParams(search);
  const day = params.get('date');
  return {
    view: views.find((view) => view === params.get('view')) ?? null,
    day: isDay(day) ? day : null,
    teams: params.getAll('team'),
    isSideBySide: params.get('lanes') === 'teams',
  };
}

export function searchOf({ view, day, teams, isSideBySide }: Position): string {
  const params = new URLSearchParams();
  if (view) params.set('view', view);
  if (day) params.set('date', day);
  for (const team of teams) params.append('team', team);
  if (isSideBySide) params.set('lanes', 'teams');
  return `?${params}`;
}
