// Text fields that take no input while their form is saved, because the answer would overwrite what is typed meanwhile.
import { type RefObject, useLayoutEffect } from 'react';

/**
 * Unlike disabled fields they keep the focus, and screen readers say that they are read-only. Selects and ticks cannot be:
 * ignore their changes as well.
 */
export function useReadOnly(form: RefObject<HTMLFormElement | null>, isSaving: boolean): void {
  useLayoutEffect(() => {
    if (!isSaving) return;
    const fields = [
      ...(form.current?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea') ?? []),
    ].filter(({ readOnly }) => !readOnly);
    for (const field of fields) field.readOnly = true;
    return () => {
      for (const field of fields) field.readOnly = false;
    };
  }, [form, isSaving]);
}
