// Texts of the contract for people: why a value is refused. The server says them in the language of the request.

/** Cannot be typed into a form. */
const mark = '\u0001';

/** What ICU MessageFormat does not take as it is. */
const syntax = /[{<']/;

/** `said('At most {max}', { max: 5 })`: an English text in ICU MessageFormat and its values, as one string for zod. */
export function said<const Text extends string>(text: Text): Text;
export function said(text: string, values: Readonly<Record<string, string | number>>): string;
export function said(text: string, values?: Readonly<Record<string, string | number>>): string {
  return values || syntax.test(text) ? mark + JSON.stringify([text, values ?? {}]) : text;
}

/** The text and its values out of such a string; null where it cannot be one, as a text of zod's own may not be. */
export function unsaid(message: string): [text: string, values?: Record<string, string | number>] | null {
  if (message.startsWith(mark)) return JSON.parse(message.slice(mark.length));
  return syntax.test(message) ? null : [message];
}
