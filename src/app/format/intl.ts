// Intl formatters, each made once: making one costs a hundred times what using it does.

type Options = Intl.DateTimeFormatOptions;
type Format = Pick<Intl.DateTimeFormat, 'resolvedOptions'> & {
  format(at: Date): string;
  formatRange(from: Date, to: Date): string;
};

/** A formatter for each locale and zone that is asked for, with these options. A zone this runtime does not know shows as UTC. */
export function dateFormat(options: Options): (locale: string, timeZone: string) => Format {
  const made = new Map<string, Format>();
  return (locale, timeZone) => {
    const key = `${locale} ${timeZone}`;
    const known = made.get(key);
    if (known) return known;
    const format = remembering(create(locale, { ...options, timeZone }));
    made.set(key, format);
    return format;
  };
}

const numberFormats = new Map<string, Intl.NumberFormat>();

/** The formatter for plain numbers. */
export function numberFormat(locale: string): Intl.NumberFormat {
  const format = numberFormats.get(locale) ?? new Intl.NumberFormat(locale);
  numberFormats.set(locale, format);
  return format;
}

const mostRemembered = 2000;

/** A list says the same few days and hours again and again, and says them anew whenever it is drawn. */
function remembering(format: Intl.DateTimeFormat): Format {
  const known = new Map<number, string>();
  return {
    format(date) {
      const at = date.getTime();
      let text = known.get(at);
      if (text === undefined) {
        if (known.size >= mostRemembered) known.clear();
        text = format.format(at);
        known.set(at, text);
      }
      return text;
    },
    formatRange: (from, to) => format.formatRange(from, to),
    resolvedOptions: () => format.resolvedOptions(),
  };
}

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
