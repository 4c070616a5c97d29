// Sending the form of an event: what is wrong with it, and one thing at a time, however often a button is pressed.
import { useRef, useState } from 'react';
import { formErrors } from '../../../data/http/problem.ts';
import { errorsBefore, type FormErrors, isFine, noErrors, withoutMended } from './form-errors.ts';
import type { EventValues } from './values.ts';

export function useSending(first: () => FormErrors) {
  const [errors, setErrors] = useState(first);
  const [busy, setBusy] = useState(false);
  const isBusy = useRef(false);
  return {
    errors,
    setErrors,
    busy,
    /** Shows what is wrong before anything is sent. */
    check: (values: EventValues): boolean => {
      const found = errorsBefore(values);
      setErrors(isFine(found) ? noErrors : found);
      return isFine(found);
    },
    /** Takes an error away once what is typed has mended it. */
    recheck: (before: EventValues, after: EventValues): void =>
      setErrors((shown) => (isFine(shown) ? shown : withoutMended(shown, before, after))),
    /** Does the work, or answers `none` where another is under way or it fails; then the errors say why. */
    once: async <T>(none: T, work: () => Promise<T>): Promise<T> => {
      if (isBusy.current) return none;
      isBusy.current = true;
      setBusy(true);
      try {
        return await work();
      } catch (error) {
        setErrors(formErrors(error));
        return none;
      } finally {
        isBusy.current = false;
        setBusy(false);
      }
    },
  };
}
