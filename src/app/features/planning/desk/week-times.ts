// Puts the times chosen in the calendar's week into the values of an event's form. Pure.

import { typedInto } from '../../../data/forms/edits.ts';
import type { WeekPlan } from '../../../data/outbox/planned.ts';
import { wallTime, writtenWallTime } from '../../../format/wall-clock.ts';
import { withOwner } from '../create/defaults.ts';
import type { NewDraft } from '../create/use-new-event.ts';
import { withStart } from '../fields/times.ts';
import { type EventKey, type EventValues, ownerOf, ownerText } from '../form/values.ts';

type Times = Pick<WeekPlan, 'startsAt' | 'endsAt'>;

/** The changed fields, on the clock of the event's own zone: deadlines and dates move along. */
export function timesInto(values: EventValues, { startsAt, endsAt }: Times): Partial<EventValues> {
  const { timeZone } = values;
  const from = writtenWallTime(wallTime(timeZone, startsAt));
  const to = writtenWallTime(wallTime(timeZone, endsAt));
  return { ...withStart(values, { day: from.day, start: from.time }), endDay: to.day, end: to.time };
}

/** An earlier draft, at the times and in the lane that are chosen now. */
export function draftAt(draft: NewDraft, plan: Times & { teamId: string | null }): NewDraft {
  const shown: EventValues = { ...draft.base, ...draft.typed };
  const team = plan.teamId === null ? null : ({ kind: 'team', id: plan.teamId } as const);
  const isOther = team !== null && ownerText(team) !== ownerText(ownerOf(shown.owner));
  const moved: EventValues = {
    ...shown,
    ...timesInto(shown, plan),
    ...(isOther ? withOwner(shown, team) : {}),
  };
  const base = { ...draft.base, ...timesInto(draft.base, plan) };
  const keys = Object.keys(draft.typed) as EventKey[];
  const fields = Object.fromEntries(
    [...keys, ...(isOther ? (['owner', 'teamIds', 'visibility'] as const) : [])].map((key) => [
      key,
      moved[key],
    ]),
  ) as Partial<EventValues>;
  return { ...typedInto(null, { fields, now: base, at: draft.at }), id: draft.id };
}
