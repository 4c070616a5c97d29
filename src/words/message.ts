// A text in English and ICU MessageFormat, written where it is used, and its translations. See docs/decisions/083-texts-as-messages.md.
import format, { type CompiledMessage } from 'icu-minify/format';

export type { CompiledMessage };

/** A number is for plurals; one that is shown is formatted before it is passed. */
export type Values = Readonly<Record<string, string | number>>;

/** The translations of one language, compiled, by the key of their English text. */
export type Language = {
  readonly tag: string;
  readonly catalogue: Readonly<Record<string, CompiledMessage>> | null;
};

/** English stands in the code itself. */
export const english: Language = { tag: 'en', catalogue: null };

/** The key of a message in the catalogues: FNV-1a of its compiled English text, in base 36. */
export function keyOf(message: CompiledMessage): string {
  const text = typeof message === 'string' ? message : JSON.stringify(message);
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}

/**
 * The message in a language; English where its catalogue lacks it. A function as value renders the element of its name:
 * `<link>terms</link>`.
 * @throws when a value is missing, or the text has arguments and was not compiled.
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

function kept<Formatter>(known: Map<string, Formatter>, key: string, create: () => Formatter): Formatter {
  const formatter = known.get(key) ?? create();
  known.set(key, formatter);
  return formatter;
}

/** Dates are formatted before they are passed (src/app/format). */
const formatters = {
  getPluralRules: (locale: string, options: Intl.PluralRulesOptions) =>
    kept(plurals, `${locale} ${options.type}`, () => new Intl.PluralRules(locale, options)),
  getNumberFormat: (locale: string) => kept(numbers, locale, () => new Intl.NumberFormat(locale)),
  getDateTimeFormat: (locale: string) => new Intl.DateTimeFormat(locale),
};
