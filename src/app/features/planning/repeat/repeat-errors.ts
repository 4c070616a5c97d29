// The validation errors of a recurrence, before anything is sent. Pure.
import { limits } from '../../../../contract/values/limits.ts';
import { daysOf } from '../../../../recurrence/days.ts';
import { dayNumberOf, dayOf } from '../../../format/wall-clock.ts';
import { t } from '../../../words/t.ts';
import { countIn, exceptDaysOf, isDay, maxInterval, type Repeat, ruleOf } from './repeat.ts';

const maxDates = limits.seriesDatesMax;

/**
 * By control, under `recurrence`; `recurrence.rrule` and `recurrence.exceptDates` are also paths of the
 * server.
 */
export function repeatErrors(repeat: Repeat, day: string): Record<string, string> {
  const found: Record<string, string> = {};
  if (countIn(repeat.interval, maxInterval) === null)
    found['recurrence.interval'] = t('Enter a whole number from 1 to {max}.', { max: maxInterval });
  const { end, skips } = repeat;
  if (end.kind === 'day' && !isDay(end.day)) found['recurrence.until'] = t('Choose the last day.');
  else if (end.kind === 'day' && end.day < day)
    found['recurrence.until'] = t('The end is before the first date.');
  if (end.kind === 'count' && countIn(end.count, maxDates) === null)
    found['recurrence.count'] = t('Enter a whole number from 1 to {max}.', { max: maxDates });
  skips.forEach(({ from, to }, index) => {
    if (from === '' && to !== '') found[`recurrence.skips.${index}`] = t('Choose the first day.');
    else if (to !== '' && to < from) found[`recurrence.skips.${index}`] = t('It ends before it starts.');
  });
  return { ...found, ...(Object.keys(found).length === 0 && dateErrors(repeat, day)) };
}

/** The validation errors of the dates themselves. */
function dateErrors(repeat: Repeat, day: string): Record<string, string> {
  const rule = ruleOf(repeat, day);
  if (rule === null) return {};
  const except = exceptDaysOf(repeat.skips, rule, day);
  if (except.length > limits.exceptDatesMax)
    return { 'recurrence.exceptDates': t('Skip at most {max} dates.', { max: limits.exceptDatesMax }) };
  // A rule without an end always has dates after the skipped ones.
  if (rule.until === null && rule.count === null) return {};
  const through = dayOf(dayNumberOf(day) + limits.plannedAheadDays);
  const skipped = new Set(except);
  let dates = 0;
  for (const one of daysOf(rule, day, through)) {
    if (!skipped.has(one)) dates += 1;
    if (dates > maxDates)
      return { 'recurrence.until': t('That is more than {max} dates. End it earlier.', { max: maxDates }) };
  }
  return dates === 0 ? { 'recurrence.exceptDates': t('That skips every date. Skip fewer days.') } : {};
}
