// Submits the form of an event: its errors, and one request at a time, however often a button is pressed.
import { useRef, useState } from 'react';
import { formErrors } from '../../../data/http/write-problems.ts';
import {
  errorsBefore,
  type FormErrors,
  hasNoErrors,
  noErrors,
  type SentErrors,
  withoutFixed,
} from './form-errors.ts';
import type { EventValues } from './values.ts';

const asSent = (found: FormErrors): SentErrors => ({ ...found, sent: found });

export function useSending(first: () => FormErrors) {
  const [errors, setShown] = useState(() => asSent(first()));
  const [busy, setBusy] = useState(false);
  const isBusy = useRef(false);
  const setErrors = (found: FormErrors): void => setShown(asSent(found));
  return {
    errors,
    setErrors,
    busy,
    /** Validates before anything is sent, and shows the errors. */
    check: (values: EventValues): boolean => {
      const found = errorsBefore(values);
      setErrors(hasNoErrors(found) ? noErrors : found);
      return hasNoErrors(found);
    },
    /** Removes an error once the changed value has fixed it. */
    recheck: (before: EventValues, after: EventValues): void =>
      setShown((shown) =>
        hasNoErrors(shown) ? shown : { ...withoutFixed(shown, before, after), sent: shown.sent },
      ),
    /**
     * Runs `work`; returns `none` where another run is in progress, or where it fails and the errors say why.
     */
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
