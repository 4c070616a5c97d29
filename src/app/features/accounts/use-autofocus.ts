// Puts the focus into the first field where that helps: not on touch screens, where a keyboard would cover the page.
import { useEffect, useRef } from 'react';

export function useAutofocus() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (matchMedia('(hover: hover) and (pointer: fine)').matches) field.current?.focus();
  }, []);
  return field;
}
