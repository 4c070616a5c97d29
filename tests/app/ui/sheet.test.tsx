// When a press on the backdrop closes a sheet, and what a screen reader reads as it opens.
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { system } from '../../../src/app/theme/system.ts';
import { AskSheet } from '../../../src/app/ui/dialogs/ask-sheet.tsx';
import { Sheet } from '../../../src/app/ui/dialogs/sheet.tsx';

function openSheet() {
  const onClose = vi.fn();
  render(
    <ChakraProvider value={system}>
      <Sheet title="A sheet" onClose={onClose}>
        <input aria-label="Note" />
        <input type="search" aria-label="Search" />
        <input type="checkbox" aria-label="Tick" />
      </Sheet>
    </ChakraProvider>,
  );
  const dialog = screen.getByRole('dialog');
  const press = (from: Element) => {
    fireEvent.pointerDown(from);
    // A click whose press and release are on two elements goes to what contains both.
    fireEvent.click(dialog);
  };
  return { onClose, press, dialog };
}

test('a press on the backdrop closes a sheet', () => {
  const { onClose, press, dialog } = openSheet();
  press(dialog);
  expect(onClose).toHaveBeenCalledOnce();
});

test('a text selection that begins in a field and ends on the backdrop keeps a sheet open', () => {
  const { onClose, press, dialog } = openSheet();
  press(screen.getByLabelText('Note'));
  expect(onClose).not.toHaveBeenCalled();
  press(dialog);
  expect(onClose).toHaveBeenCalledOnce();
});

test('a press on the backdrop keeps a sheet with typed text open, and its button closes it', () => {
  const { onClose, press, dialog } = openSheet();
  fireEvent.input(screen.getByLabelText('Note'), { target: { value: 'Late' } });
  press(dialog);
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test.each([
  ['a search', () => fireEvent.input(screen.getByLabelText('Search'), { target: { value: 'Ada' } })],
  ['a tick', () => fireEvent.click(screen.getByLabelText('Tick'))],
])('a press on the backdrop closes a sheet after %s', (_, act) => {
  const { onClose, press, dialog } = openSheet();
  act();
  press(dialog);
  expect(onClose).toHaveBeenCalledOnce();
});

test('a sheet that asks is described by what its action does', () => {
  render(
    <ChakraProvider value={system}>
      <AskSheet
        title="Leave the team?"
        action="Leave"
        busyText="Leaving…"
        busy={false}
        failure={null}
        onAct={() => {}}
        onClose={() => {}}
      >
        <p>You lose your places.</p>
      </AskSheet>
    </ChakraProvider>,
  );
  const about = screen.getByRole('dialog', { name: 'Leave the team?' }).getAttribute('aria-describedby');
  expect(document.getElementById(about ?? '')?.textContent).toBe('You lose your places.');
});
