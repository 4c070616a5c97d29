// What is wrong with the form of an event: as a whole, and by the server's paths. Pure.
import { complaintsOf, type Errors } from './body.ts';
import type { EventValues } from './values.ts';

export type FormErrors = { form: string | null; fields: Errors };

export const noErrors: FormErrors = { form: null, fields: {} };

/** What the server has refused, beside the fields that it named. */
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

/** What is wrong before anything is sent. */
export const errorsBefore = (values: EventValues): FormErrors => ({
  form: null,
  fields: complaintsOf(values),
});

/** The errors that are left after a field was changed. What the server refused stays until it is asked again. */
export function withoutMended(
  { form, fields }: FormErrors,
  before: EventValues,
  after: EventValues,
): FormErrors {
  const left = complaintsOf(after);
  const mended = Object.keys(complaintsOf(before)).filter((path) => !(path in left));
  return {
    form,
    fields: Object.fromEntries(Object.entries(fields).filter(([path]) => !mended.includes(path))),
  };
}

export const isFine = ({ form, fields }: FormErrors): boolean =>
  form === null && Object.keys(fields).length === 0;
