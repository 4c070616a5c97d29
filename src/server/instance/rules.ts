// Validation of the instance name. Pure.
import { z } from 'zod';

/** Longest name of an instance, in characters. */
const nameMax = 60;
/** Control characters, line breaks, bidi controls, halves of characters. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}]/u;

export const InstanceNameSchema = z
  .string()
  .refine((text) => !unprintable.test(text), {
    error: 'one line without control characters',
    abort: true,
  })
  .trim()
  .refine((text) => [...text].length <= nameMax, { error: `at most ${nameMax} characters` })
  .refine((text) => /[\p{L}\p{N}]/u.test(text), { error: 'a name with letters or digits' });

/** A value as a quoted string on one line. */
export const onOneLine = (value: string): string =>
  JSON.stringify(value).replace(
    new RegExp(unprintable, 'gu'),
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
