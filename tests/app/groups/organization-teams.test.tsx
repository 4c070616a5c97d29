// The teams of a large organization on its page: loading more of them, and the focus.
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fold } from '../../../src/server/db/search-words.ts';
import { buildOrganization, buildTeam } from '../../support/factories.ts';
import { openApp, openDevice } from '../device.tsx';

vi.mock('../../../src/offline/device-store.ts', async (load) =>
  (await import('../../support/memory-device.ts')).memoryDevice(load<object>),
);

const nameOf = (index: number) => `Team ${String(index).padStart(3, '0')}`;

async function openClub(count: number) {
  const device = await openDevice();
  const { db } = device.server.database;
  const { id } = await buildOrganization(db, { name: 'Club' });
  for (let index = 0; index < count; index += 1)
    await buildTeam(db, { name: nameOf(index), sort_name: fold(nameOf(index)), organization_id: id });
  return { ...device, id };
}

const rows = () => [...document.querySelectorAll<HTMLAnchorElement>('[data-row] .name a')];

it('a large organization shows its first teams and the number of all, and more on request with the focus on the first of them', async () => {
  const { id, user } = await openClub(73);
  await openApp(`/organizations/${id}`);
  expect(await screen.findByRole('heading', { name: 'Teams 73' })).toBeDefined();
  expect(rows().map((row) => row.textContent)).toEqual(Array.from({ length: 50 }, (_, at) => nameOf(at)));
  await user.click(screen.getByText('Show more teams'));
  await waitFor(() => expect(rows()).toHaveLength(70));
  await waitFor(() => expect(document.activeElement).toBe(rows()[50]));
  await user.click(screen.getByText('Show more teams'));
  await waitFor(() => expect(rows()).toHaveLength(73));
  await waitFor(() => expect(document.activeElement).toBe(rows()[70]));
  expect(screen.queryByText('Show more teams')).toBeNull();
});

it('a small organization shows all of its teams, without a link for more', async () => {
  const { id } = await openClub(3);
  await openApp(`/organizations/${id}`);
  expect(await screen.findByRole('heading', { name: 'Teams 3' })).toBeDefined();
  expect(rows()).toHaveLength(3);
  expect(screen.queryByText('Show more teams')).toBeNull();
});
