// Recurrence rules in words.
import { expect, it } from 'vitest';
import { repeatText } from '../../../src/app/format/words/recurrence.ts';

it.each([
  ['FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20270624', 'Tuesdays and Thursdays until 24 June 2027'],
  ['FREQ=WEEKLY;BYDAY=MO,WE,FR', 'Mondays, Wednesdays and Fridays'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;COUNT=10', 'Every 2 weeks on Tuesday, 10 times'],
  ['FREQ=WEEKLY', 'Every week'],
  ['FREQ=DAILY;COUNT=1', 'Every day, 1 time'],
  ['FREQ=DAILY;INTERVAL=3;UNTIL=20261201T170000Z', 'Every 3 days until 1 December 2026'],
  ['FREQ=MONTHLY', 'Monthly'],
  ['FREQ=MONTHLY;BYMONTHDAY=15', 'Monthly on day 15'],
  ['FREQ=MONTHLY;BYMONTHDAY=1,15', 'Monthly on days 1 and 15'],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', 'Monthly on the last day'],
  ['FREQ=MONTHLY;BYMONTHDAY=-2,-1,1', 'Monthly on day 1, the last day and the second to last day'],
  ['FREQ=MONTHLY;BYMONTHDAY=-22', 'Monthly on the 22nd to last day'],
  ['FREQ=MONTHLY;BYMONTHDAY=-31', 'Monthly on the 31st to last day'],
  ['FREQ=MONTHLY;BYMONTHDAY=-12,-1', 'Monthly on the last day and the 12th to last day'],
  ['FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1,11,21', 'Every 3 months on days 1, 11 and 21'],
  ['FREQ=MONTHLY;BYDAY=-1FR,1FR', 'Monthly on the first Friday and the last Friday'],
  ['FREQ=WEEKLY;INTERVAL=2;UNTIL=20270624', 'Every 2 weeks until 24 June 2027'],
  ['FREQ=MONTHLY;BYDAY=-1FR', 'Monthly on the last Friday'],
  [
    'FREQ=MONTHLY;INTERVAL=2;BYDAY=2TU,4TU;COUNT=6',
    'Every 2 months on the second Tuesday and the fourth Tuesday, 6 times',
  ],
  ['FREQ=YEARLY', 'Repeats'],
])('the rule %s is "%s" in words', (rrule, text) => expect(repeatText(rrule, 'en-GB')).toBe(text));

it("weekdays, lists and days use the locale's format", () => {
  const rrule = 'FREQ=WEEKLY;BYDAY=TU,WE,TH;UNTIL=20270624';
  expect(repeatText(rrule, 'en-US')).toBe('Tuesdays, Wednesdays, and Thursdays until June 24, 2027');
  expect(repeatText(rrule, 'nl-BE')).toBe('Every dinsdag, woensdag en donderdag until 24 juni 2027');
});
