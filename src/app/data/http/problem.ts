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
