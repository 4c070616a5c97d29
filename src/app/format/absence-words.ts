// The words of an absence: its days, its effect before it is saved, and its effect after. Pure.
import type { AbsenceEffect } from '../../contract/events/absences.ts';
import { awayUntil, dayRange, shortDay, shortDayOf } from './when.ts';
import { countOf } from './words.ts';

export type Days = { from: string; to: string };
/** `today` is the viewer's day, `YYYY-MM-DD`; `now` in milliseconds. */
type Reader = { today: string; locale: string; now: number };

/** `Away until 17 March` on its days; before them `Away Tue 3 – Tue 17 Mar`. */
export function awayText({ from, to }: Days, { today, locale, now }: Reader): string {
  if (from > today) return `Away ${daysText({ from, to }, locale)}`;
  return to <= today ? 'Away today' : awayUntil(to, locale, now);
}

/** `Tue 3 – Tue 17 Mar`, or one day. */
export const daysText = ({ from, to }: Days, locale: string): string =>
  from === to
    ? shortDayOf(from, locale)
    : dayRange({ startsAt: `${from}T00:00:00.000Z`, endsAt: `${to}T23:59:59.999Z`, timeZone: 'UTC' }, locale);

const maxNamed = 4;

/** The dates that the person has to decide about, by name and day; null where there are none. */
function heldText({ held }: AbsenceEffect, locale: string): string | null {
  if (held.length === 0) return null;
  const named = held
    .slice(0, maxNamed)
    .map(({ name, startsAt, timeZone }) => `${name} (${shortDay(startsAt, timeZone, locale)})`);
  const more = held.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

const waitText = (count: number, locale: string) =>
  `${countOf(count, 'event', 'events', locale)} ${count === 1 ? 'waits' : 'wait'} for your answer again`;

type Line = {
  icon: 'calendar-off' | 'user-x' | 'refresh-cw' | 'circle-alert';
  text: string;
  isWarning?: true;
};

/** The effect of saving, line by line. */
export function effectLines(effect: AbsenceEffect, locale: string): Line[] {
  const { answered, placesGivenUp, reopened } = effect;
  const events = countOf(answered, 'event', 'events', locale);
  const held = heldText(effect, locale);
  return [
    {
      icon: 'calendar-off',
      text: `${answered > 0 ? `Answers “Can't go” to ${events}.` : 'No events to answer on these days yet.'} Events planned later on these days are answered too.`,
    },
    ...(placesGivenUp > 0
      ? [
          {
            icon: 'user-x' as const,
            text: `Gives up your place, or your turn to get one, at ${placesGivenUp} of them.`,
            isWarning: true as const,
          },
        ]
      : []),
    ...(reopened > 0 ? [{ icon: 'refresh-cw' as const, text: `${waitText(reopened, locale)}.` }] : []),
    ...(held === null
      ? []
      : [
          {
            icon: 'circle-alert' as const,
            text: `You decide about these yourself, because of money or a place offered to you: ${held}.`,
            isWarning: true as const,
          },
        ]),
  ];
}

/** The effect that saving had. */
export function savedText(effect: AbsenceEffect, locale: string): string {
  const { answered, reopened } = effect;
  const held = heldText(effect, locale);
  return [
    `Saved. ${countOf(answered, 'event', 'events', locale)} answered with “Can't go”.`,
    reopened > 0 && `${waitText(reopened, locale)}.`,
    held && `Left to you: ${held}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** The effect that ending it had; `isOn`: it had begun. */
export function endedText({ reopened, isOn }: { reopened: number; isOn: boolean }, locale: string): string {
  const done = isOn ? 'Welcome back.' : 'Removed.';
  return reopened === 0
    ? done
    : `${done} ${waitText(reopened, locale)}. If you gave up a place, ask for it again.`;
}
