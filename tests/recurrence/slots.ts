// Helpers of the recurrence tests: dates of a rule in a short notation.
import { datesOf } from '../../src/recurrence/dates.ts';
import { isRuleError, parseRule, type RecurrenceRule } from '../../src/recurrence/rule.ts';

export function ruleOf(text: string): RecurrenceRule {
  const rule = parseRule(text);
  if (isRuleError(rule)) throw new Error(rule.message);
  return rule;
}

type Given = { through?: string; except?: string[]; after?: string; max?: number };

/** The slots of a rule from a local start. */
export function slotsOf(text: string, startsLocal: string, timeZone: string, given: Given = {}) {
  const start = Temporal.PlainDateTime.from(startsLocal).toZonedDateTime(timeZone);
  const startsAt = new Date(start.epochMilliseconds).toISOString();
  return datesOf(
    ruleOf(text),
    { startsAt, timeZone },
    {
      throughDay: given.through ?? '2031-12-31',
      exceptDays: given.except ?? [],
      max: given.max ?? 366,
      ...(given.after !== undefined && { afterLocal: given.after }),
    },
  );
}

export const localsOf = (...given: Parameters<typeof slotsOf>) => slotsOf(...given).map(({ local }) => local);
/** `1997-09: 2 4, 1997-10: 2` as days. */
export const days = (text: string) =>
  text.split(', ').flatMap((part) => {
    const [month, list = ''] = part.split(': ');
    return list.split(' ').map((day) => `${month}-${day.padStart(2, '0')}`);
  });
