// The errors of API calls, with texts for the page.
import type { FieldError, ProblemBody } from '../../../contract/values/problems.ts';
import { t } from '../../words/t.ts';
import { instanceOfPage } from '../session/instance.ts';

/** The server answered with a problem. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ProblemBody['code'];
  readonly fields: FieldError[];
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, body: Pick<ProblemBody, 'code' | 'title'> & Partial<ProblemBody>) {
    super(body.detail ?? body.title);
    this.status = status;
    this.code = body.code;
    this.fields = body.errors ?? [];
    this.retryAfterSeconds = body.retryAfterSeconds;
  }
}

/** Whether the server says that this person may not read something, or not any more. */
export const isTakenAway = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 404 || error.status === 410 || error.code === 'not_permitted');

/** No answer came: the device is offline, or the server cannot be reached. */
export class UnreachableError extends Error {
  /** Whether the server may have executed the write. False for reads, and if the device was offline from the start. */
  readonly mayHaveArrived: boolean;

  constructor(cause: unknown, mayHaveArrived = true) {
    super(t('No connection to {name} right now.', { name: instanceOfPage().name }), { cause });
    this.mayHaveArrived = mayHaveArrived;
  }
}

/** A proxy or a captive portal (`isPortal`) answered in place of the server. */
export class ForeignAnswerError extends UnreachableError {
  readonly isPortal: boolean;

  constructor(isPortal: boolean, mayHaveArrived: boolean) {
    super(null, mayHaveArrived && !isPortal);
    this.isPortal = isPortal;
    if (isPortal)
      this.message = t('This network wants you to sign in first. Open its sign-in page, then try again.');
  }
}

/** The server has executed a write, and its answer has the shape of another version. */
export class UnreadableAnswerError extends UnreachableError {
  readonly answer: unknown;

  constructor(answer: unknown) {
    super(null);
    this.answer = answer;
  }
}

/** Another user signed in during the call, so the page drops the response. */
export class OtherPersonError extends UnreachableError {
  constructor() {
    super(null);
    this.message = t('Someone else is signed in now.');
  }
}

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
