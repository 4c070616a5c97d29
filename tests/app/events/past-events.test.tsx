// Past events for those who run them: who replied, who attended, and texts in the past tense.
import { cleanup, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { attendanceText, wereGoingText } from '../../../src/app/format/words/turnout.ts';
import {
  buildAttendance,
  buildEvent,
  buildMembership,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { openAsAda } from '../device.tsx';
import { inDays, openCoachDevice } from '../planning/planning-setup.ts';

vi.mock('../../../src/offline/device-store.ts', async (load) =>
  (await import('../../support/memory-device.ts')).memoryDevice(load<object>),
);

/** A past training of Ada's team, three days ago, with `going` people who had replied yes. */
async function pastTraining(name: string, going: number) {
  const device = await openCoachDevice();
  const { db, team, ada } = device;
  const event = await buildEvent(db, {
    name,
    teams: [team.id],
    leaders: [ada.id],
    starts_at: inDays(-3, '17:00'),
  });
  const people = [];
  for (let index = 0; index < going; index += 1) {
    const person = await buildUser(db);
    await buildMembership(db, { team_id: team.id, person_id: person.id });
    await buildRegistration(db, { event_id: event.id, person_id: person.id });
    people.push(person);
  }
  return { ...device, event, people };
}

it('the list of past events shows how many had replied yes, and leads to the attendance list', async () => {
  await pastTraining('Rained off', 2);
  await openAsAda('/my/events?tab=past');
  const counts = await screen.findByRole('link', { name: /^2 were going · Attendance · Rained off, / });
  expect(counts.getAttribute('href')).toMatch(/\/attendance$/);
});

it('the list and the page of a past event show attendance from marks, and the page uses the past tense', async () => {
  const { db, event, people } = await pastTraining('Tuesday training', 3);
  const marks = ['present', 'present', 'late'] as const;
  for (const [index, status] of marks.entries())
    await buildAttendance(db, { event_id: event.id, person_id: people[index]?.id ?? '', status });
  await openAsAda('/my/events?tab=past');
  expect(await screen.findByText('2 here · 1 late')).toBeDefined();
  history.pushState(null, '', `/my/events/${event.id}`);
  dispatchEvent(new PopStateEvent('popstate'));
  const heading = await screen.findByText('Replies', { selector: 'h2' });
  const replies = within(heading.closest('[data-people]') as HTMLElement);
  expect(await replies.findByText('2 here · 1 late')).toBeDefined();
  expect(await replies.findByRole('button', { name: 'Were going' })).toBeDefined();
  expect(replies.queryByText('Going')).toBeNull();
  expect(screen.getByText('3 said yes')).toBeDefined();
  expect(screen.getByText(/\bled\b/)).toBeDefined();
});

it('the list and the page of a past event say how many of the absent people had said yes', async () => {
  const { db, team, event, people } = await pastTraining('Tuesday training', 2);
  const silent = await buildUser(db);
  await buildMembership(db, { team_id: team.id, person_id: silent.id });
  await buildAttendance(db, { event_id: event.id, person_id: people[0]?.id ?? '' });
  for (const person of [people[1], silent])
    await buildAttendance(db, { event_id: event.id, person_id: person?.id ?? '', status: 'absent' });
  await openAsAda('/my/events?tab=past');
  expect(await screen.findByText('1 here · 2 absent (1 had said yes)')).toBeDefined();
  cleanup();
  await openAsAda(`/my/events/${event.id}`);
  expect(await screen.findByText('1 here · 2 absent (1 had said yes)')).toBeDefined();
});

it('the counts of a past event lead to its attendance, on its card and on its page', async () => {
  const { db, event, people, user } = await pastTraining('Tuesday training', 1);
  await buildAttendance(db, { event_id: event.id, person_id: people[0]?.id ?? '' });
  await openAsAda('/my/events?tab=past');
  const counts = await screen.findByRole('link', { name: /^1 here · Attendance · Tuesday training, / });
  expect(counts.getAttribute('href')).toBe(`/my/events/${event.id}/attendance`);
  await user.click(counts);
  expect(await screen.findByRole('heading', { level: 1, name: 'Attendance' })).toBeDefined();
});

/** Ada, who coaches no one here, said yes to a training three days ago, and has this mark. */
async function markedTraining(given: object | null) {
  const device = await openCoachDevice();
  const { db, ada } = device;
  const team = await buildTeam(db, {});
  await buildMembership(db, { team_id: team.id, person_id: ada.id });
  const event = await buildEvent(db, {
    name: 'Tuesday training',
    owner_team_id: team.id,
    teams: [team.id],
    starts_at: inDays(-3, '17:00'),
  });
  await buildRegistration(db, { event_id: event.id, person_id: ada.id });
  if (given) await buildAttendance(db, { event_id: event.id, person_id: ada.id, ...given });
  return event;
}

it.each([
  ['You were there', { status: 'present' }],
  ['You were late', { status: 'late' }],
  ['You were 12 minutes late', { status: 'late', minutes_late: 12 }],
  ['You were excused', { status: 'excused' }],
  ['You were absent', { status: 'absent' }],
  ['You were there', null],
])('the page of a past event says "%s" to someone with the mark %o', async (text, given) => {
  const { id } = await markedTraining(given);
  await openAsAda(`/my/events/${id}`);
  expect(await screen.findByText(text)).toBeDefined();
});

it('the card of a past event says the own mark, and does not lead to the attendance list', async () => {
  await markedTraining({ status: 'absent' });
  await openAsAda('/my/events?tab=past');
  expect(await screen.findByText('You were absent')).toBeDefined();
  expect(screen.queryByRole('link', { name: /Attendance/ })).toBeNull();
});

it('counts of a past event are grammatical sentences', () => {
  expect([0, 1, 1200].map((going) => wereGoingText(going))).toEqual([
    'No one was going',
    '1 was going',
    '1,200 were going',
  ]);
  expect(attendanceText({ present: 12, late: 2, excused: 0, absent: 1 }, 'en-GB')).toBe(
    '12 here · 2 late · 1 absent',
  );
  // Answers that older versions saved have no count of no-shows.
  expect(attendanceText({ present: 9, late: 0, excused: 0, absent: 2, noShows: 0 }, 'en-GB')).toBe(
    '9 here · 2 absent',
  );
  expect(attendanceText({ present: 0, late: 0, excused: 1, absent: 1200, noShows: 1100 }, 'en-GB')).toBe(
    '1 excused · 1,200 absent (1,100 had said yes)',
  );
});
