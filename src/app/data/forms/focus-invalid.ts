// Focuses the first field with an error: it may be out of view, and a screen reader then reads the error.

/** Call with the errors set: by then they are rendered, and the groups that contain them have opened. */
export const focusInvalid = (form: HTMLElement | null): void =>
  void setTimeout(() => {
    const wrong = form?.querySelector<HTMLElement>('[aria-invalid=true]');
    // Of a group of choices the first.
    (wrong?.querySelector('input') ?? wrong)?.focus();
  });
