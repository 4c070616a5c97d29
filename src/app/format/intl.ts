// Every text that Intl writes, by a key that says all it depends on: `clock 570` is half past nine, `dayMonth 20785` the
// 28th of November. A server-rendered page travels with the texts of its server: what that writes another way than the
// browser would make hydration fail.
import { decimalsOf } from '../../contract/values/currencies.ts';
import { recall } from './recall.ts';

type DateOptions = Intl.DateTimeFormatOptions;

/** Texts about a day, which their key gives as its number from 1970-01-01 (wall-clock.ts). */
const dayStyles = {
  weekday: { weekday: 'short' },
  longWeekday: { weekday: 'long' },
  month: { month: 'short' },
  monthYear: { month: 'long', year: 'numeric' },
  shortDay: { weekday: 'short', day: 'numeric', month: 'short' },
  shortDayYear: { day: 'numeric', month: 'short', year: 'numeric' },
  longDay: { weekday: 'long', day: 'numeric', month: 'long' },
  longDayYear: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  dayMonth: { day: 'numeric', month: 'long' },
  dayMonthYear: { day: 'numeric', month: 'long', year: 'numeric' },
} satisfies Record<string, DateOptions>;

export type DayStyle = keyof typeof dayStyles;

const styles: Record<string, DateOptions> = {
  ...dayStyles,
  clock: { timeStyle: 'short' },
  hour: { hour: 'numeric' },
};

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** The name of a day, or of its month. */
export const dayText = (locale: string, style: DayStyle, dayNumber: number): string =>
  written(locale, `${style} ${nameGiver(style, dayNumber)}`);

/** The first day of 1970 of the same name: there are seven weekdays and twelve months, and each is written once. */
function nameGiver(style: DayStyle, dayNumber: number): number {
  if (style === 'weekday' || style === 'longWeekday') return ((dayNumber % 7) + 7) % 7;
  return style === 'month' ? Date.UTC(1970, new Date(dayNumber * dayMs).getUTCMonth()) / dayMs : dayNumber;
}

/** From one day to another: `Sat 28 – Mon 30 Nov`. */
export const daysText = (locale: string, style: DayStyle, first: number, last: number): string =>
  written(locale, `days ${style} ${first} ${last}`);

/** `09:30`; in minutes since midnight. */
export const clockText = (locale: string, minutes: number): string => written(locale, `clock ${minutes}`);

/** `09:30–11:00`, `9:30–11:00 AM`; in minutes since midnight. */
export const clocksText = (locale: string, from: number, to: number): string =>
  written(locale, `clocks ${from} ${to}`);

/** An hour of the day as a scale says it: `09`, `9 AM`. */
export const hourText = (locale: string, hour: number): string => written(locale, `hour ${hour * 60}`);

/** `12,345`. */
export const numberText = (locale: string, value: number): string => written(locale, `number ${value}`);

/** `86%`, of 1. */
export const percentText = (locale: string, share: number): string => written(locale, `percent ${share}`);

export type Zeros = 'auto' | 'stripIfInteger';

/** `€7.50`, in minor units of the currency. */
export const currencyText = (locale: string, amountMinor: number, currency: string, zeros: Zeros): string =>
  written(locale, `money ${amountMinor} ${currency} ${zeros}`);

/** `840 kB`. */
export const unitText = (locale: string, value: number, unit: string, decimals: number): string =>
  written(locale, `unit ${value} ${unit} ${decimals}`);

/** `nl` → `Dutch`; what Intl does not know stays as it is. */
export const languageText = (locale: string, tag: string): string => written(locale, `language ${tag}`);

/** `Tuesday and Thursday`, `day 1, 8 and 15`. */
export const listText = (locale: string, items: readonly string[]): string =>
  written(locale, `list ${items.map(encodeURIComponent).join(' ')}`);

/** What each kind of key says. A key is the kind and its arguments, apart by spaces. */
const writers: Record<string, (locale: string, ...rest: string[]) => string> = {
  clocks: (locale, from = '', to = '') => writeClocks(locale, Number(from), Number(to)),
  days: (locale, style = '', first = '', last = '') =>
    plainSpaces(dateFormat(locale, style).formatRange(Number(first) * dayMs, Number(last) * dayMs)),
  number: (locale, value) => numberFormat(locale, {}).format(Number(value)),
  percent: (locale, share) => numberFormat(locale, { style: 'percent' }).format(Number(share)),
  money: (locale, amountMinor, currency = '', zeros) => {
    const decimals = decimalsOf(currency);
    const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
    const trailingZeroDisplay = zeros as Zeros;
    return numberFormat(locale, { style: 'currency', currency, trailingZeroDisplay, ...options }).format(
      Number(amountMinor) / 10 ** decimals,
    );
  },
  unit: (locale, value, unit, decimals) =>
    numberFormat(locale, { style: 'unit', unit, maximumFractionDigits: Number(decimals) }).format(
      Number(value),
    ),
  language: (locale, tag = '') => writeLanguage(locale, tag),
  list: (locale, ...items) => new Intl.ListFormat(locale).format(items.map(decodeURIComponent)),
};

function write(locale: string, key: string): string {
  const [kind = '', ...rest] = key.split(' ');
  const writer = writers[kind];
  if (writer) return writer(locale, ...rest);
  const unitMs = kind in dayStyles ? dayMs : minuteMs;
  return dateFormat(locale, kind).format(Number(rest[0]) * unitMs);
}

/** Only clocks of twelve hours need Intl's help, to say AM or PM once. */
function writeClocks(locale: string, from: number, to: number): string {
  const format = dateFormat(locale, 'clock');
  // The wall may show less at the end than at the start: past midnight, and where clocks go back.
  if (format.resolvedOptions().hour12 !== true || to < from)
    return `${clockText(locale, from)}–${clockText(locale, to)}`;
  // Times stand close together, days with air.
  return plainSpaces(format.formatRange(from * minuteMs, to * minuteMs)).replace(/ ?– ?/, '–');
}

/** Intl's thin spaces become plain ones. */
const plainSpaces = (text: string) => text.replace(/[\u2009\u202f]/g, ' ');

function writeLanguage(locale: string, tag: string): string {
  try {
    const names = new Intl.DisplayNames([locale, 'en'], { type: 'language', languageDisplay: 'standard' });
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** A server meets many locales. */
const mostFormats = 200;
const dateFormats = new Map<string, Intl.DateTimeFormat>();
const numberFormats = new Map<string, Intl.NumberFormat>();

/** In UTC: a key gives the numbers that the clock of the zone shows. Making one costs a hundred times what using it does. */
const dateFormat = (locale: string, style: string): Intl.DateTimeFormat =>
  recall(dateFormats, `${locale} ${style}`, mostFormats, () => {
    const options = { ...styles[style], timeZone: 'UTC' };
    const format = new Intl.DateTimeFormat(locale, options);
    return hasOurMonths(format)
      ? format
      : new Intl.DateTimeFormat(locale, { ...options, calendar: 'gregory' });
  });

/** Months and the days in them are those of the screens' own grids and numbers; years may be counted from elsewhere. */
const hasOurMonths = (format: Intl.DateTimeFormat) =>
  ['gregory', 'buddhist', 'japanese', 'roc'].includes(format.resolvedOptions().calendar);

const numberFormat = (locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  recall(
    numberFormats,
    `${locale} ${Object.values(options).join(' ')}`,
    mostFormats,
    () => new Intl.NumberFormat(locale, options),
  );

const ownTexts = new Map<string, string>();
const mostTexts = 5000;

/** As this runtime writes it. A list says the same few days and hours again and again. */
const ownText = (locale: string, key: string): string =>
  recall(ownTexts, `${locale} ${key}`, mostTexts, () => write(locale, key));

/** A server-rendered page has a locale of its own while it is rendered or hydrated: its texts are those of the server. */
const pages = new Map<string, { locale: string; texts: Map<string, string> }>();
let pageCount = 0;

function written(locale: string, key: string): string {
  const page = pages.get(locale);
  if (!page) return ownText(locale, key);
  const text = page.texts.get(key) ?? ownText(page.locale, key);
  page.texts.set(key, text);
  return text;
}

export type PageTexts = {
  /** To render the page with, in place of the real locale. A name that Intl takes, with a private part. */
  locale: string;
  /** By key: those that were given, and those that were written since. */
  texts: Map<string, string>;
  close(): void;
};

/** Keeps the texts of one page. Close it when the page is there. */
export function openPageTexts(locale: string, texts: Map<string, string> = new Map()): PageTexts {
  const own = `${locale}-x-page${pageCount++ % 1000}`;
  pages.set(own, { locale, texts });
  return { locale: own, texts, close: () => void pages.delete(own) };
}

/**
 * The locale to hydrate a page with, given what its server wrote: the real one where this browser writes all of it just so,
 * else one that says what the server said. The real one follows after hydration, and with it the texts that differ.
 */
export function hydrationLocale(locale: string, texts: Record<string, string>): string {
  const written = new Map(Object.entries(texts));
  const isAlike = [...written].every(([key, text]) => ownText(locale, key) === text);
  return isAlike ? locale : openPageTexts(locale, written).locale;
}

/** A locale that Intl takes, whatever the browser says. */
export function safeLocale(wanted: string | undefined): string {
  try {
    return Intl.getCanonicalLocales(wanted)[0] ?? 'en';
  } catch {
    return 'en';
  }
}
