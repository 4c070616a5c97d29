// The words of an absence: its days, and the effect that ending it had. Pure.
import { t } from '../../words/t.ts';
import { awayUntil, dayRange, shortDayOf } from '../when.ts';

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

export const waitText = (count: number) =>
  t('{count, plural, one {# event needs} other {# events need}} your answer again.', { count });

/** The effect that ending it had; `isOn`: it had begun. */
export function endedText({ reopened, isOn }: { reopened: number; isOn: boolean }): string {
  const done = isOn ? t('Welcome back.') : t('Removed.');
  return reopened === 0
    ? done
    : `${done} ${waitText(reopened)} ${t('If you gave up a place, you can ask for it again.')}`;
}
