// Intl formatters, each made once: making one costs a hundred times what using it does.

type Options = Intl.DateTimeFormatOptions;

/** A formatter for each locale and zone that is asked for, with these options. A zone this runtime does not know shows as UTC. */
export function dateFormat(options: Options): (locale: string, timeZone: string) => Intl.DateTimeFormat {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (locale, timeZone) => {
    const key = `${locale} ${timeZone}`;
    const known = made.get(key);
    if (known) return known;
    const format = create(locale, { ...options, timeZone });
    made.set(key, format);
    return format;
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
