// The words of an absence: its days, its effect before it is saved, and its effect after. Pure.
import type { AbsenceEffect } from '../../../contract/events/absences.ts';
import { t } from '../../words/t.ts';
import { awayUntil, dayRange, shortDay, shortDayOf } from '../when.ts';

export type Days = { from: string; to: string };
/** `today` is the viewer's day, `YYYY-MM-DD`; `now` in milliseconds. */
type Reader = { today: string; locale: string; now: number };

/** `Away until 17 March` on its days; before them `Away Tue 3 – Tue 17 Mar`. */
export function awayText({ from, to }: Days, { today, locale, now }: Reader): string {
  if (from > today) return t('Away {days}', { days: daysText({ from, to }, locale) });
  return to <= today ? t('Away today') : awayUntil(to, locale, now);
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
  return [...named, ...(more > 0 ? [t('{count} more', { count: more })] : [])].join(', ');
}

const waitText = (count: number) =>
  t('{count, plural, one {# event needs} other {# events need}} your answer again.', { count });

type Line = {
  icon: 'calendar-off' | 'user-x' | 'refresh-cw' | 'circle-alert';
  text: string;
  isWarning?: true;
};

/** The effect of saving, line by line. `isChange`: of an absence that has answered already, so the effect is what is new. */
export function effectLines(effect: AbsenceEffect, isChange: boolean, locale: string): Line[] {
  const { answered, placesGivenUp, reopened } = effect;
  const held = heldText(effect, locale);
  return [
    {
      icon: 'calendar-off',
      text:
        isChange && answered === 0
          ? t('No more events to answer. This also goes for events that are planned later.')
          : t(
              "{answered, plural, =0 {No events to answer on these days yet.} one {Answers “Can't go” to # event.} other {Answers “Can't go” to # events.}} This also goes for events that are planned later.",
              { answered },
            ),
    },
    ...(placesGivenUp > 0
      ? [
          {
            icon: 'user-x' as const,
            text: t('You give up your place, or your turn to get one, at {count} of them.', {
              count: placesGivenUp,
            }),
            isWarning: true as const,
          },
        ]
      : []),
    ...(reopened > 0 ? [{ icon: 'refresh-cw' as const, text: waitText(reopened) }] : []),
    ...(held === null
      ? []
      : [
          {
            icon: 'circle-alert' as const,
            text: t(
              'You decide about these yourself, because they involve money or a place offered to you: {held}.',
              {
                held,
              },
            ),
            isWarning: true as const,
          },
        ]),
  ];
}

/** The effect that saving had. */
export function savedText(effect: AbsenceEffect, isChange: boolean, locale: string): string {
  const { answered, reopened } = effect;
  const held = heldText(effect, locale);
  return [
    isChange && answered === 0
      ? t('Saved.')
      : t("Saved. {answered, plural, one {# event} other {# events}} answered with “Can't go”.", {
          answered,
        }),
    reopened > 0 && waitText(reopened),
    held && t('You decide about these: {held}.', { held }),
  ]
    .filter(Boolean)
    .join(' ');
}

/** The effect that ending it had; `isOn`: it had begun. */
export function endedText({ reopened, isOn }: { reopened: number; isOn: boolean }): string {
  const done = isOn ? t('Welcome back.') : t('Removed.');
  return reopened === 0
    ? done
    : `${done} ${waitText(reopened)} ${t('If you gave up a place, you can ask for it again.')}`;
}
