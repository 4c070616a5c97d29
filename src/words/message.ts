// Messages: English texts in ICU MessageFormat, inline in the code, and their translations.
// See docs/decisions/083-texts-as-messages.md.
import format, { type CompiledMessage } from 'icu-minify/format';

export type { CompiledMessage };

/** Numbers only select plurals; the caller formats a number that is shown. */
export type Values = Readonly<Record<string, string | number>>;

/** A language with its compiled translations, by the key of the English message. */
export type Language = {
  readonly tag: string;
  readonly catalogue: Readonly<Record<string, CompiledMessage>> | null;
};

/** English needs no catalogue: its texts are in the code. */
export const english: Language = { tag: 'en', catalogue: null };

/** The key of a message in the catalogues: FNV-1a of its compiled English text, in base 36. */
export function keyOf(message: CompiledMessage): string {
  const text = typeof message === 'string' ? message : JSON.stringify(message);
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}

/**
 * Formats a message in a language; in English if the catalogue has no translation. A function in `values` renders the tag
 * of its name, as in `<link>terms</link>`.
 * @throws if a value is missing, or a text with arguments was not compiled.
 */
export function formatMessage<Element = string>(
  { tag, catalogue }: Language,
  message: CompiledMessage,
  values?: Record<string, string | number | ((children: (string | Element)[]) => Element)>,
): string | Element | (string | Element)[] {
  return format<Element>(catalogue?.[keyOf(message)] ?? message, tag, values, { formatters });
}

const plurals = new Map<string, Intl.PluralRules>();
const numbers = new Map<string, Intl.NumberFormat>();

function cached<Formatter>(cache: Map<string, Formatter>, key: string, create: () => Formatter): Formatter {
  const formatter = cache.get(key) ?? create();
  cache.set(key, formatter);
  return formatter;
}

/** Messages do not format dates: callers do (src/app/format). */
const formatters = {
  getPluralRules: (locale: string, options: Intl.PluralRulesOptions) =>
    cached(plurals, `${locale} ${options.type}`, () => new Intl.PluralRules(locale, options)),
  getNumberFormat: (locale: string) => cached(numbers, locale, () => new Intl.NumberFormat(locale)),
  getDateTimeFormat: (locale: string) => new Intl.DateTimeFormat(locale),
};
