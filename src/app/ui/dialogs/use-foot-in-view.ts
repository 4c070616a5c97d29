// Scrolls a sheet to its buttons once its error is rendered: above them, it pushes them down.
import { type RefObject, useEffect } from 'react';

/** `error`: another object or text for each refusal; empty where there is none. */
export function useFootInView(form: RefObject<HTMLElement | null>, error: unknown): void {
  useEffect(() => {
    if (error) form.current?.querySelector('.foot')?.scrollIntoView({ block: 'nearest' });
  }, [form, error]);
}
