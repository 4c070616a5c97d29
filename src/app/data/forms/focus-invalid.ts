// Focuses the first field with an error: it may be out of view, and a screen reader then reads the error.

import { announce } from '../../words/announce.ts';

/** Call with the errors set: by then they are rendered, and the groups that contain them have opened. */
export const focusInvalid = (form: HTMLElement | null): void =>
  void setTimeout(() => {
    const wrong = form?.querySelector<HTMLElement>('[aria-invalid=true]');
    // Of a group of choices the first.
    const control = wrong?.querySelector('input') ?? wrong;
    const [error = ''] = (wrong?.getAttribute('aria-describedby') ?? '').split(' ');
    // Where Enter was pressed in the field itself, it has the focus and is not read again.
    if (control === document.activeElement) announce(document.getElementById(error)?.textContent ?? '');
    control?.focus();
  });
