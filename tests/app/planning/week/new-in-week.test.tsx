// A new event in the week of the calendar: it keeps the chosen times for another team.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { buildMembership, buildTeam } from '../../../support/factories.ts';
import { holdAnswers } from '../../device.tsx';
import { button, field, fill, openCoachDevice, planned, sheet } from '../planning-setup.ts';
import { openWeek, press, stubDesk } from './week-setup.ts';

vi.mock('../../../../src/offline/device-store.ts', async (load) =>
  (await import('../../../support/memory-device.ts')).memoryDevice(load<object>),
);

beforeEach(stubDesk);

const times = async () => [(await field('Starts at')).value, (await field('Ends at')).value];

it('a new event keeps the times chosen in the week when it is for another team', async () => {
  const device = await openCoachDevice();
  const { db, ada } = device;
  const other = await buildTeam(db, { name: 'KV Rooigem U14' });
  await buildMembership(db, { person_id: ada.id, team_id: other.id, role: 'coach' });
  await planned(device, { name: 'Circuit', owner: { kind: 'team', id: other.id } });
  await openWeek(device);
  fireEvent.click(document.querySelector('button.slot') as HTMLElement);
  const chosen = await times();
  const day = (await field('Day')).value;
  const team = await field<HTMLSelectElement>('Team');
  expect(team.value).not.toBe(`team ${other.id}`);
  await device.user.selectOptions(team, `team ${other.id}`);
  await waitFor(async () => expect((await field('Name')).value).toBe('Circuit'));
  expect([...(await times()), (await field('Day')).value]).toEqual([...chosen, day]);
  await fill('Starts at', '11:00');
  await fill('Starts at', chosen[0] ?? '');
  expect(await times()).toEqual(chosen);
});

it('a new event that the server answers late is said to be published once it is', async () => {
  const device = await openCoachDevice();
  await openWeek(device);
  fireEvent.click(document.querySelector('button.slot') as HTMLElement);
  await fill('Name', 'Extra training');
  const release = holdAnswers('POST', '/api/events');
  fireEvent.click(button('Publish'));
  press(await sheet(), 'Publish');
  await screen.findByText('This will be published as soon as possible.');
  release();
  await screen.findByText(/^Published\./);
  expect(screen.queryByText('This will be published as soon as possible.')).toBeNull();
});

it('a published event is said once, and does not overlap itself', async () => {
  const device = await openCoachDevice();
  await openWeek(device);
  const texts: string[] = [];
  const listener = new MutationObserver(() => {
    for (const region of document.querySelectorAll('[role=status]')) texts.push(region.textContent ?? '');
  });
  listener.observe(document.body, { childList: true, characterData: true, subtree: true });
  onTestFinished(() => listener.disconnect());
  fireEvent.click(document.querySelector('button.slot') as HTMLElement);
  await fill('Name', 'Extra training');
  fireEvent.click(button('Publish'));
  press(await sheet(), 'Publish');
  await waitFor(() => expect(document.getElementById('said')?.textContent).toMatch(/^Published\./));
  await screen.findAllByRole('link', { name: /Extra training/ });
  // The line that stays is no live region.
  for (const line of await screen.findAllByText(/^Published\./))
    expect([undefined, 'said']).toContain(line.closest('[role=status]')?.id);
  expect(texts.filter((text) => /^Done|Overlaps/.test(text))).toEqual([]);
});
