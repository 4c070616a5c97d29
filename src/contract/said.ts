// Messages of the contract that people read, such as validation errors. The server translates them to the request's language.

/** Marks an encoded message. Users cannot type this character into a form. */
const mark = '\u0001';

/** Characters that ICU MessageFormat treats as syntax. */
const syntax = /[{<']/;

/** Encodes an English ICU message and its values as one string for zod: `said('At most {max}', { max: 5 })`. */
export function said<const Text extends string>(text: Text): Text;
export function said(text: string, values: Readonly<Record<string, string | number>>): string;
export function said(text: string, values?: Readonly<Record<string, string | number>>): string {
  return values || syntax.test(text) ? mark + JSON.stringify([text, values ?? {}]) : text;
}

/** Decodes a string of `said`; null for a string with ICU syntax that `said` did not write, such as an error of zod. */
export function parseSaid(message: string): [text: string, values?: Record<string, string | number>] | null {
  if (message.startsWith(mark)) return JSON.parse(message.slice(mark.length));
  return syntax.test(message) ? null : [message];
}
