// The language of mails: that of the recipient's account, with dates written in it.
import { expect, it } from 'vitest';
import { notificationMail } from '../../../src/server/notifications/mails.ts';
import { withLanguage } from '../../../src/server/words/t.ts';

const row = {
  id: 'n1',
  kind: 'replyOwed',
  changes: '[]',
  created_at: '2026-11-21T10:00:00.000Z',
  read_at: null,
  mail_attempts: 0,
  group_name: null,
  team_id: null,
  organization_id: null,
  event_id: 'e1',
  event_name: 'Derby',
  starts_at: '2026-11-28T10:00:00.000Z',
  time_zone: 'Europe/Brussels',
  event_status: null,
  series_id: null,
  place_name: null,
  replies_due_at: null,
  actor_name: null,
  is_still_for_them: 1 as const,
  last_mailed_at: null,
};
const mailTo = (locale: string) =>
  notificationMail({ username: 'ann', email: 'ann@example.com', locale }, [row], {
    publicOrigin: 'https://club.example',
    instanceName: 'FC Example',
  });

it.each([
  ['en-GB', 'Sat, 28 Nov 2026, 11:00'],
  // Dutch is not spoken: English with the habits of Belgium.
  ['nl-BE', 'Sat, 28 Nov 2026, 11:00'],
  ['de-DE', 'Sa., 28. Nov. 2026, 11:00'],
])('a mail to someone with the locale %s writes dates as %s', (locale, date) => {
  expect(mailTo(locale).text).toContain(date);
});

it('a mail is in the language of its recipient, also where a request of someone else causes it', () => {
  expect(withLanguage('de', () => mailTo('en-GB'))).toEqual(mailTo('en-GB'));
});

it.each(['en-GB', 'de-DE'])(
  'the subject of a mail in %s says what happened to an event with a long name',
  (locale) => {
    const event_name = 'Preparatory tournament of all age groups in the sports hall at the park of the town';
    const cancelled = { ...row, kind: 'eventCancelled', event_name };
    const to = { username: 'ann', email: 'ann@example.com', locale };
    const { subject, text } = notificationMail(to, [cancelled], {
      publicOrigin: 'https://club.example',
      instanceName: 'FC Example',
    });
    expect(subject).toMatch(/cancelled|Abgesagt/);
    expect(text).toContain('sports hall at the park');
  },
);
