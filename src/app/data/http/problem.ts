// What can go wrong with a call, as the page sees it.
import type { FieldError, ProblemBody } from '../../../contract/values/problems.ts';
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

/** No answer came: the device is offline, or the server cannot be reached. */
export class UnreachableError extends Error {
  /** False for a read, and where there was no network to begin with; else the server may have done it all the same. */
  readonly mayHaveArrived: boolean;

  constructor(cause: unknown, mayHaveArrived = true) {
    super(`No connection to ${instanceOfPage().name} right now.`, { cause });
    this.mayHaveArrived = mayHaveArrived;
  }
}

/** Something on the way answered in place of the server: a network's own sign-in page (`isPortal`), or a proxy. */
export class ForeignAnswerError extends UnreachableError {
  readonly isPortal: boolean;

  constructor(isPortal: boolean, mayHaveArrived: boolean) {
    super(null, mayHaveArrived && !isPortal);
    this.isPortal = isPortal;
    if (isPortal)
      this.message = 'This network wants you to sign in first. Open its sign-in page, then try again.';
  }
}

/** The person changed while the call was under way, so the page drops the answer. */
export class OtherPersonError extends UnreachableError {
  constructor() {
    super(null);
    this.message = 'Someone else is signed in now.';
  }
}

/** No answer came, and this device cannot keep the change until one does. */
export class UnkeptError extends UnreachableError {
  constructor(storage: 'full' | 'unavailable', cause: unknown) {
    super(cause);
    const why =
      storage === 'full'
        ? 'this device is too full to keep your change for later'
        : `this browser does not let ${instanceOfPage().name} keep your change for later`;
    this.message = `No answer came, and ${why}. Look when you are back online whether it was saved, and else try again.`;
  }
}

/** The browser kept no cookie of the session that the server has just opened. */
export class NoCookiesError extends Error {
  constructor() {
    super(
      `This browser keeps no cookies for ${instanceOfPage().name}, so you cannot stay signed in. Allow cookies for this site, then sign in again.`,
    );
  }
}

/** When a refused call may be repeated, to follow its message; empty where the server does not say. */
export function retryHint({ retryAfterSeconds: seconds = 0 }: ApiError): string {
  if (seconds === 0) return '';
  if (seconds <= 120) return ` Try again in ${seconds} s.`;
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 120
    ? ` Try again in ${minutes} minutes.`
    : ` Try again in ${Math.ceil(minutes / 60)} hours.`;
}

/** The messages of a refused form by field, and one for the form as a whole where no field explains it. */
export function formErrors(error: unknown): { form: string | null; fields: Record<string, string> } {
  if (error instanceof ApiError) {
    const fields = Object.fromEntries(error.fields.map((field) => [field.path, field.message]));
    return { form: error.fields.length > 0 ? null : error.message + retryHint(error), fields };
  }
  if (error instanceof NoCookiesError) return { form: error.message, fields: {} };
  if (error instanceof UnreachableError)
    return { form: `${error.message} What you typed is still here.`, fields: {} };
  throw error;
}
