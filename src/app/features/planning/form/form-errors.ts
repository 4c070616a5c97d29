// The errors of an event's form: of the whole form, and by the server's paths. Pure.
import { type Errors, validationErrors } from './body.ts';
import type { EventValues } from './values.ts';

export type FormErrors = { form: string | null; fields: Errors };

/** The errors shown now, and all those of the last attempt to send: only these move the focus and open groups. */
export type SentErrors = FormErrors & { sent: FormErrors };

export const noErrors: FormErrors = { form: null, fields: {} };

/** The server's refusal as errors of the fields that it named. */
export function errorsOfRefusal({
  fields,
  message,
}: {
  fields?: readonly { path: string; message: string }[] | undefined;
  message: string;
}): FormErrors {
  if (!fields) return { form: message, fields: {} };
  return { form: null, fields: Object.fromEntries(fields.map((field) => [field.path, field.message])) };
}

/** The validation errors before anything is sent. */
export const errorsBefore = (values: EventValues): FormErrors => ({
  form: null,
  fields: validationErrors(values),
});

/**
 * The errors that remain after a field was changed. Errors from the server stay until the form is sent again.
 */
export function withoutFixed(
  { form, fields }: FormErrors,
  before: EventValues,
  after: EventValues,
): FormErrors {
  const left = validationErrors(after);
  const fixed = Object.keys(validationErrors(before)).filter((path) => !(path in left));
  return {
    form,
    fields: Object.fromEntries(Object.entries(fields).filter(([path]) => !fixed.includes(path))),
  };
}

export const hasNoErrors = ({ form, fields }: FormErrors): boolean =>
  form === null && Object.keys(fields).length === 0;
