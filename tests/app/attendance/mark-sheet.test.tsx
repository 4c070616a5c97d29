// The choices for one person, and how the list and its bar look and behave in other media and by keyboard.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { openAsAda } from '../device.tsx';
import { button, markButton, minutes, openPitch, row, sheet } from './pitch-setup.tsx';

// jsdom has no IndexedDB, which stores the outbox.
vi.mock('../../../src/offline/device-store.ts', async (load) =>
  (await import('../../support/memory-device.ts')).memoryDevice(load<object>),
);

beforeEach(() => {
  vi.restoreAllMocks();
});

async function openChoices(name: string) {
  fireEvent.click((await row(name)).querySelector('[data-more]') as HTMLElement);
  return sheet();
}
const pressed = async () => {
  await sheet();
  return [...document.querySelectorAll('dialog[open] [aria-pressed=true]')].map(
    ({ textContent }) => textContent,
  );
};

it('the choices say which of them is set, also minutes that are not among the usual ones', async () => {
  const { path, assistant, event, idOf } = await openPitch();
  const mark = (name: string, body: object) =>
    assistant.call('PUT /api/events/{id}/attendance/{personId}', {
      params: { id: event.id, personId: idOf(name) },
      body: body as { status: 'late' },
    });
  await mark('Ben', { status: 'late', minutesLate: 7 });
  await mark('Cleo', { status: 'late' });
  await mark('Dila', { status: 'excused' });
  await openAsAda(path);
  await screen.findByText(/^7 min late/);
  for (const [name, choice] of [
    ['Ben', '7 min'],
    ['Cleo', 'Late, no minutes'],
    ['Dila', 'Excused'],
  ] as const) {
    const choices = await openChoices(name);
    expect(await pressed()).toEqual([choice]);
    expect(choices.getByText('Here').closest('button')?.getAttribute('aria-pressed')).toBe('false');
    (document.querySelector('dialog[open]') as HTMLDialogElement).close();
    await waitFor(() => expect(document.querySelector('dialog[open]')).toBeNull());
  }
});

it.each([
  ['twelve minutes', -12, true],
  ['five hours', -300, false],
  ['a day', -1500, false],
] as const)('%s after the start, “Now” (%s minutes) is a choice: %s', async (_, start, isOffered) => {
  const { path } = await openPitch({ given: { starts_at: minutes(start), ends_at: minutes(600) } });
  await openAsAda(path);
  await markButton('Ben');
  const choices = await openChoices('Ben');
  choices.getByText('5 min');
  expect(choices.queryByText(/^Now:/) !== null).toBe(isOffered);
});

it.each(['abc', '2000', '0'])(
  'minutes like %s are refused at their field, and nothing is marked',
  async (text) => {
    const { user, asked, path } = await openPitch();
    await openAsAda(path);
    await markButton('Ben');
    const choices = await openChoices('Ben');
    const field = choices.getByLabelText('Another number of minutes');
    await user.type(field, `${text}{Enter}`);
    choices.getByText('Enter a whole number from 1 to 1440.');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(asked.filter((call) => call.startsWith('PUT'))).toEqual([]);
    await user.clear(field);
    expect(field.getAttribute('aria-invalid')).toBeNull();
  },
);

it('after “Everyone else is here” by keyboard the focus stays in the bar, next to Undo', async () => {
  const { path } = await openPitch();
  await openAsAda(path);
  const all = await button('Everyone else is here · 3');
  all.focus();
  await userEvent.keyboard('{Enter}');
  await screen.findByText('Everyone is marked');
  await waitFor(() => expect(document.activeElement?.className).toContain('foot'));
});

const rules = () => [...document.querySelectorAll('style')].map(({ textContent }) => textContent).join('\n');

it('forced colors and print hide the sign of people without a mark', async () => {
  const { path } = await openPitch();
  await openAsAda(path);
  expect((await row('Ben')).matches('.open:has(.sign .icon)')).toBe(true);
  expect(rules()).toMatch(
    /@media print,\s*\(forced-colors: active\)\{[^{}]*\.people \.open \.sign \.icon\{visibility:hidden;\}/,
  );
});

it('the printed list has the names, although they are in buttons', async () => {
  const { path } = await openPitch();
  await openAsAda(path);
  // theme/global-css.tsx hides all other buttons on paper.
  expect((await markButton('Ben')).matches('button[data-printed]')).toBe(true);
});
