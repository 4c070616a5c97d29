// Past events for those who run them: who replied, who attended, and texts in the past tense.
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { attendanceText, wereGoingText } from '../../../src/app/format/turnout.ts';
import {
  buildAttendance,
  buildEvent,
  buildMembership,
  buildRegistration,
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

it('the list of past events shows how many had replied yes', async () => {
  await pastTraining('Rained off', 2);
  await openAsAda('/my/events?tab=past');
  expect(await screen.findByText('2 were going')).toBeDefined();
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

it('counts of a past event are grammatical sentences', () => {
  expect([0, 1, 1200].map((going) => wereGoingText(going))).toEqual([
    'No one was going',
    '1 was going',
    '1,200 were going',
  ]);
  expect(attendanceText({ present: 12, late: 2, excused: 0, absent: 1 }, 'en-GB')).toBe(
    '12 here · 2 late · 1 absent',
  );
});
