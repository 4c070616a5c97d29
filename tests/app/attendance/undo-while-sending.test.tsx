// Undoing marks while the server is still answering them: what is announced as undone is undone on the server, too.
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { openAsAda } from '../device.tsx';
import { button, lines, markButton, openPitch, order, row, sheet } from './pitch-setup.tsx';

// jsdom has no IndexedDB, which stores the outbox.
vi.mock('../../../src/offline/device-store.ts', async (load) =>
  (await import('../../support/memory-device.ts')).memoryDevice(load<object>),
);

beforeEach(() => {
  vi.restoreAllMocks();
});

const said = () => document.getElementById('said')?.textContent;

/** The server gets all writes, and their answers wait until `release`. */
function holdAnswers({ areLost = false } = {}): { release: () => void } {
  const answer = fetch;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isHeld = true;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const response = await answer(url, init);
    if (!isHeld || !['PUT', 'POST'].includes(init.method ?? 'GET')) return response;
    await released;
    if (areLost) throw new TypeError('Failed to fetch');
    return response;
  });
  return {
    release: () => {
      isHeld = false;
      release();
    },
  };
}

async function openMarking() {
  const pitch = await openPitch();
  await openAsAda(pitch.path);
  await screen.findByText(/ 3 expected$/);
  const newestOf = async (personId: string) => (await pitch.marksOf(personId)).at(-1)?.status;
  return { ...pitch, newestOf };
}

it.each([false, true])(
  'a mark is undone on the server while its answer is under way (lost: %s)',
  async (areLost) => {
    const { user, asked, idOf, newestOf } = await openMarking();
    const answers = holdAnswers({ areLost });
    await user.click(await markButton('Ben'));
    await waitFor(async () => expect(await newestOf(idOf('Ben'))).toBe('present'));
    await user.click(await button(/^Undo: Ben/));
    await waitFor(() => expect(said()).toBe('Undone: Ben, Here'));
    expect((await row('Ben')).className).toBe('open');
    const asks = asked.length;
    answers.release();
    await waitFor(async () => expect(await newestOf(idOf('Ben'))).toBeNull());
    await waitFor(() =>
      expect(asked.slice(asks).some((call) => /^GET .*\/attendance$/.test(call))).toBe(true),
    );
    await waitFor(() => expect(screen.queryByText(/to be sent/)).toBeNull());
    expect((await row('Ben')).className).toBe('open');
  },
);

it('“Everyone else is here” is undone on the server while its answer is under way', async () => {
  const { user, idOf, newestOf } = await openMarking();
  const answers = holdAnswers();
  await user.click(await button('Everyone else is here · 3'));
  await waitFor(async () => expect(await newestOf(idOf('Dila'))).toBe('present'));
  await user.click(await button(/^Undo: 3 more people are here$/));
  await button('Everyone else is here · 3');
  answers.release();
  for (const name of ['Ben', 'Cleo', 'Dila'])
    await waitFor(async () => expect(await newestOf(idOf(name))).toBeNull());
  await waitFor(() => expect(screen.queryByText(/to be sent/)).toBeNull());
  await button('Everyone else is here · 3');
});

it('the mark of a new guest is undone on the server while the answer is under way', async () => {
  const { user, db, newestOf } = await openMarking();
  const answers = holdAnswers();
  await user.click(await button('Add someone'));
  await user.type((await sheet()).getByLabelText('Name'), 'Gus Guest');
  await user.click((await sheet()).getByText('Add Gus Guest as a guest'));
  const guests = () => db.selectFrom('event_guests').select('id').execute();
  await waitFor(async () => expect(await guests()).toHaveLength(1));
  const [guest] = await db.selectFrom('attendance').select('person_id').execute();
  await user.click(await button(/^Undo: Gus Guest/));
  answers.release();
  await waitFor(async () => expect(await newestOf(guest?.person_id ?? '')).toBeNull());
  await waitFor(() => expect(screen.queryByText(/to be sent/)).toBeNull());
  if (order().includes('Gus Guest')) expect(await lines('Gus Guest')).not.toContain('Here');
});
