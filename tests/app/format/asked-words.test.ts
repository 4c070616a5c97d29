// Who is asked when an event is published, in words.
import { expect, it } from 'vitest';
import { askedText, publishingText } from '../../../src/app/format/words/planning.ts';
import type { Team } from '../../../src/contract/people/groups.ts';

type Person = NonNullable<Team['roster']>[number];
const person = (role: Person['role'], hasAccount: boolean): Person => ({
  id: `${role} ${hasAccount}`,
  name: role,
  avatarSrc: null,
  role,
  title: null,
  jersey: null,
  hasAccount,
  attendance: null,
  away: null,
});
const team = (...roster: Person[]) => ({ memberCount: roster.length, roster, rosterCursor: null });
const coach = person('coach', true);
const shown = { visibility: 'team', teamIds: ['u12'] } as const;
const noOne = { dates: 1, notified: 0 } as Parameters<typeof publishingText>[0];

it('says that members are asked while one of them may have an account', () => {
  const asks = "We'll ask team members if they're coming.";
  expect(askedText(shown, team(coach, person('trainee', false), person('trainee', true)))).toBe(asks);
  expect(askedText(shown, { ...team(coach, person('trainee', false)), rosterCursor: 'next' })).toBe(asks);
  expect(askedText(shown, { memberCount: 3, roster: null, rosterCursor: null })).toBe(asks);
});

it('says why no one is asked, before and after the server has counted', () => {
  const none = "No one we'd ask has an account yet, so no one is notified. You can reply for the members.";
  const children = team(coach, person('trainee', false), person('trainee', false));
  expect(askedText(shown, children)).toBe(none);
  expect(publishingText(noOne, shown, children)).toBe(none);
  expect(askedText(shown, team(coach))).toBe('No one else is in the team yet, so no one is notified.');
  expect(askedText(shown, team(coach, coach))).toBe('No one is notified.');
  expect(publishingText(noOne, shown, null)).toBe('No one is notified.');
  // Coaches of the team are not asked.
  expect(publishingText(noOne, shown, team(coach, coach))).toBe('No one is notified.');
  expect(publishingText(noOne, { ...shown, teamIds: ['u12', 'u10'] }, children)).toBe('No one is notified.');
});
