// Errors of writes and forms, and their texts. Apart from problem.ts, which the first page of a visitor loads.
import { t } from '../../words/t.ts';
import { instanceOfPage } from '../session/instance.ts';
import { ApiError, UnreachableError } from './problem.ts';

/** The server did not answer, and this device cannot store the write to send it later. */
export class NotStoredError extends UnreachableError {
  constructor(storage: 'full' | 'unavailable', cause: unknown) {
    super(cause);
    this.message =
      storage === 'full'
        ? t(
            "We didn't get an answer, and this device is too full to keep your change for later. When you're back online, check whether it was saved. If not, try again.",
          )
        : t(
            "We didn't get an answer, and this browser won't let {name} keep your change for later. When you're back online, check whether it was saved. If not, try again.",
            { name: instanceOfPage().name },
          );
  }
}

/** The browser did not store the cookies of the session that the server has just opened. */
export class NoCookiesError extends Error {
  constructor() {
    super(
      t(
        "This browser doesn't keep cookies for {name}, so you can't stay signed in. Allow cookies for this site, then sign in again.",
        { name: instanceOfPage().name },
      ),
    );
  }
}

/** The Retry-After time of a refusal as a sentence after its message; empty if the server sends none. */
export function retryHint({ retryAfterSeconds: seconds = 0 }: ApiError): string {
  if (seconds === 0) return '';
  if (seconds <= 120) return ` ${t('Try again in {seconds} s.', { seconds })}`;
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 120
    ? ` ${t('Try again in {minutes} minutes.', { minutes })}`
    : ` ${t('Try again in {hours} hours.', { hours: Math.ceil(minutes / 60) })}`;
}

/** The error messages of a form by field, and one for the whole form if no field has the error. */
export function formErrors(error: unknown): { form: string | null; fields: Record<string, string> } {
  if (error instanceof ApiError) {
    const fields = Object.fromEntries(error.fields.map((field) => [field.path, field.message]));
    return { form: error.fields.length > 0 ? null : error.message + retryHint(error), fields };
  }
  if (error instanceof NoCookiesError) return { form: error.message, fields: {} };
  if (error instanceof UnreachableError)
    return { form: `${error.message} ${t('What you typed is still here.')}`, fields: {} };
  throw error;
}
