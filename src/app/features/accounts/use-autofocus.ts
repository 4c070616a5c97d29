// Focuses the first field, except on touch screens, where the keyboard would cover the page.
import { useEffect, useRef } from 'react';

export function useAutofocus() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (matchMedia('(hover: hover) and (pointer: fine)').matches) field.current?.focus();
  }, []);
  return field;
}
