// Intl formatters, each made once: making one costs a hundred times what using it does.
import { recall } from './recall.ts';

type Options = Intl.DateTimeFormatOptions;
type Format = Pick<Intl.DateTimeFormat, 'resolvedOptions'> & {
  format(at: Date): string;
  formatRange(from: Date, to: Date): string;
};

/** A server meets many locales and zones. */
export const mostFormats = 60;
const mostTexts = 500;

/** A formatter for each locale and zone that is asked for, with these options. A zone this runtime does not know shows as UTC. */
export function dateFormat(options: Options): (locale: string, timeZone: string) => Format {
  const made = new Map<string, Format>();
  return (locale, timeZone) =>
    recall(made, `${locale} ${timeZone}`, mostFormats, () =>
      remembering(create(locale, { ...options, timeZone })),
    );
}

/** A list says the same few days and hours again and again, and says them anew whenever it is drawn. */
function remembering(format: Intl.DateTimeFormat): Format {
  const texts = new Map<number, string>();
  return {
    format: (at) => recall(texts, at.getTime(), mostTexts, () => format.format(at)),
    formatRange: (from, to) => format.formatRange(from, to),
    resolvedOptions: () => format.resolvedOptions(),
  };
}

const numbers = new Map<string, Intl.NumberFormat>();

/** The formatter for plain numbers. */
export const numberFormat = (locale: string): Intl.NumberFormat =>
  recall(numbers, locale, mostFormats, () => new Intl.NumberFormat(locale));

function create(locale: string, options: Options): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(locale, options);
  } catch {
    return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC', timeZoneName: 'short' });
  }
}

/** A locale that Intl takes, whatever the browser says. */
export function safeLocale(wanted: string | undefined): string {
  try {
    return Intl.getCanonicalLocales(wanted)[0] ?? 'en';
  } catch {
    return 'en';
  }
}
