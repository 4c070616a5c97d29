// Publishing an event is announced once, however late the answer comes, over the real API.
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { addAbsence } from '../../../src/app/data/outbox/absences.ts';
import { write } from '../../../src/app/data/outbox/outbox.ts';
import { holdAnswers, openAsAda } from '../device.tsx';
import { listen } from '../heard.ts';
import { fill, openCoachDevice, planned, sheet } from '../planning/planning-setup.ts';

// jsdom has no IndexedDB, which stores the outbox.
vi.mock('../../../src/offline/device-store.ts', async (load) =>
  (await import('../../support/memory-device.ts')).memoryDevice(load<object>),
);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const published = (said: readonly string[]) => said.filter((text) => /^(Published|Done)/.test(text));
/** As on a slow phone, where a text is said before the page has rendered the answer. */
function slowDown(): void {
  const [set, clear] = [setTimeout, clearTimeout];
  const immediates = new Set<unknown>();
  vi.stubGlobal('setTimeout', (run: () => void, ms: number) => {
    // The delay of announce.ts.
    if (ms !== 150) return set(run, ms);
    const immediate = setImmediate(run);
    immediates.add(immediate);
    return immediate;
  });
  vi.stubGlobal('clearTimeout', (timer: Parameters<typeof clear>[0] & NodeJS.Immediate) =>
    immediates.delete(timer) ? clearImmediate(timer) : clear(timer),
  );
}

const cases = [
  ['in time', 0],
  ['late', 4500],
] as const;

async function pressPublish() {
  fireEvent.click(await screen.findByRole('button', { name: 'Publish' }));
  fireEvent.click((await sheet()).getByText('Publish', { selector: 'button' }));
}

it.each(cases)(
  'a draft is said to be published once, where the answer comes %s',
  async (_, ms) => {
    const device = await openCoachDevice();
    const { id } = await planned(device, { publication: 'draft' });
    await openAsAda(`/my/events/${id}`);
    slowDown();
    const said = listen();
    const release = holdAnswers('POST', `/api/events/${id}/publish`);
    await pressPublish();
    // Another write is sent behind it, and its answer comes later still.
    const releaseNext = holdAnswers('POST', '/api/users/me/absences');
    const days = { from: '2099-01-01', to: '2099-01-02', note: null };
    const next = write({ ...addAbsence(days, 'Away'), said: null });
    await pause(ms);
    release();
    await screen.findByText(/^Published\. /, {}, { timeout: 6000 });
    await pause(400);
    expect(published(said)).toEqual([expect.stringMatching(/^Published\. /)]);
    releaseNext();
    await next;
  },
  15_000,
);

it.each(cases)(
  'a new event is said to be published once, where the answer comes %s',
  async (_, ms) => {
    await openCoachDevice();
    await openAsAda('/my/events/new');
    await fill('Name', 'Extra training');
    slowDown();
    const said = listen();
    const release = holdAnswers('POST', '/api/events');
    await pressPublish();
    await pause(ms);
    // The page that listens for a late answer.
    if (ms > 0) await screen.findByRole('heading', { level: 1, name: 'My Events' });
    release();
    await screen.findByText(/^Published\. /);
    await pause(400);
    expect(published(said)).toEqual([expect.stringMatching(/^Published\. /)]);
  },
  15_000,
);

it('a draft whose page was left is said to be published, too', async () => {
  const device = await openCoachDevice();
  const { id } = await planned(device, { publication: 'draft' });
  await openAsAda(`/my/events/${id}`);
  const said = listen();
  const release = holdAnswers('POST', `/api/events/${id}/publish`);
  await pressPublish();
  fireEvent.click((await screen.findAllByRole('link', { name: 'Home', hidden: true }))[0] as HTMLElement);
  await screen.findByRole('heading', { level: 1, name: /Ada/ });
  release();
  await vi.waitFor(() => expect(published(said)).toEqual([expect.stringMatching(/^Published\. /)]));
}, 15_000);
