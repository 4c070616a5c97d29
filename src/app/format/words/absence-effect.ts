// The words of what an absence changes, before and after it is saved. Pure.
import type { AbsenceEffect } from '../../../contract/events/absences.ts';
import { t } from '../../words/t.ts';
import { shortDay } from '../when.ts';
import { waitText } from './absence.ts';

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
