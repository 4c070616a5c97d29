// Every text that Intl formats, by a key that contains all its inputs: `clock 570` is half past nine,
// `dayMonth 20785` the 28th of November. A server-rendered page includes the texts of its server: a text that
// the browser formats in another way would make hydration fail.
import { decimalsOf } from '../../contract/values/currencies.ts';
import { getOrCompute } from './get-or-compute.ts';

type DateOptions = Intl.DateTimeFormatOptions;

/** Texts about a day; the key has it as its number from 1970-01-01 (wall-clock.ts). */
const dayStyles = {
  weekday: { weekday: 'short' },
  longWeekday: { weekday: 'long' },
  month: { month: 'short' },
  shortMonthYear: { month: 'short', year: 'numeric' },
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
  textFor(locale, `${style} ${representativeDay(style, dayNumber)}`);

/**
 * The first day of 1970 with the same name: there are seven weekdays and twelve months, and each is formatted
 * once.
 */
function representativeDay(style: DayStyle, dayNumber: number): number {
  if (style === 'weekday' || style === 'longWeekday') return ((dayNumber % 7) + 7) % 7;
  return style === 'month' ? Date.UTC(1970, new Date(dayNumber * dayMs).getUTCMonth()) / dayMs : dayNumber;
}

/** From one day to another: `Sat 28 – Mon 30 Nov`. */
export const daysText = (locale: string, style: DayStyle, first: number, last: number): string =>
  textFor(locale, `days ${style} ${first} ${last}`);

/** `09:30`; in minutes since midnight. */
export const clockText = (locale: string, minutes: number): string => textFor(locale, `clock ${minutes}`);

/**
 * `09:30–11:00`, `9:30–11:00 AM`; in minutes since midnight. Only 12-hour clocks need Intl's help, to write AM
 * or PM once; otherwise a page has the text of each time once.
 */
export function clocksText(locale: string, from: number, to: number): string {
  const is12Hour = /h1[12]/.test(textFor(locale, 'hourCycle'));
  // The wall clock may show less at the end than at the start: past midnight, and where clocks go back.
  return is12Hour && from <= to
    ? textFor(locale, `clocks ${from} ${to}`)
    : `${clockText(locale, from)}–${clockText(locale, to)}`;
}

/** An hour of the day on a scale: `09`, `9 AM`. */
export const hourText = (locale: string, hour: number): string => textFor(locale, `hour ${hour * 60}`);

/** `12,345`. */
export const numberText = (locale: string, value: number): string => textFor(locale, `number ${value}`);

/** `86%`, of 1. */
export const percentText = (locale: string, share: number): string => textFor(locale, `percent ${share}`);

/** `€7.50`, `€7`; in minor units of the currency. */
export const currencyText = (locale: string, amountMinor: number, currency: string): string =>
  textFor(locale, `money ${amountMinor} ${currency}`);

/** The same with all the currency's decimals: `€7.00`. */
export const exactCurrencyText = (locale: string, amountMinor: number, currency: string): string =>
  textFor(locale, `amount ${amountMinor} ${currency}`);

/** `840 kB`. */
export const unitText = (locale: string, value: number, unit: string, decimals: number): string =>
  textFor(locale, `unit ${value} ${unit} ${decimals}`);

/** `nl` → `Dutch`; a tag that Intl does not know is returned unchanged. */
export const languageText = (locale: string, tag: string): string => textFor(locale, `language ${tag}`);

/** `Tuesday and Thursday`, `day 1, 8 and 15`. */
export const listText = (locale: string, items: readonly string[]): string =>
  textFor(locale, `list ${items.map(encodeURIComponent).join(' ')}`);

/** The same with elements in place of texts: text and elements, in order. */
export const listParts = <Element>(locale: string, elements: readonly Element[]): (string | Element)[] =>
  listText(
    locale,
    elements.map((_, at) => `{${at}}`),
  )
    .split(/[{}]/)
    .map((part, at) => (at % 2 === 0 ? part : (elements[Number(part)] as Element)));

/** The writer of each kind of key. A key is the kind and its arguments, separated by spaces. */
const writers: Record<string, (locale: string, ...rest: string[]) => string> = {
  hourCycle: (locale) => dateFormat(locale, 'clock').resolvedOptions().hourCycle ?? '',
  // Times have no spaces around the dash, days do.
  clocks: (locale, from = '', to = '') =>
    plainSpaces(
      dateFormat(locale, 'clock').formatRange(Number(from) * minuteMs, Number(to) * minuteMs),
    ).replace(/ ?– ?/, '–'),
  days: (locale, style = '', first = '', last = '') =>
    plainSpaces(dateFormat(locale, style).formatRange(Number(first) * dayMs, Number(last) * dayMs)),
  number: (locale, value) => numberFormat(locale, {}).format(Number(value)),
  percent: (locale, share) => numberFormat(locale, { style: 'percent' }).format(Number(share)),
  money: (locale, amountMinor, currency) => writeMoney(locale, amountMinor, currency, 'stripIfInteger'),
  amount: (locale, amountMinor, currency) => writeMoney(locale, amountMinor, currency, 'auto'),
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

function writeMoney(
  locale: string,
  amountMinor: string | undefined,
  currency = '',
  trailingZeroDisplay: 'auto' | 'stripIfInteger',
): string {
  const decimals = decimalsOf(currency);
  return numberFormat(locale, {
    style: 'currency',
    currency,
    trailingZeroDisplay,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(Number(amountMinor) / 10 ** decimals);
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

/** Cache size: a server meets many locales. */
const maxFormats = 200;
const dateFormats = new Map<string, Intl.DateTimeFormat>();
const numberFormats = new Map<string, Intl.NumberFormat>();

/**
 * In UTC, because a key has the numbers on the zone's clock. Creating a format costs a hundred times as much
 * as using it.
 */
const dateFormat = (locale: string, style: string): Intl.DateTimeFormat =>
  getOrCompute(dateFormats, `${locale} ${style}`, maxFormats, () => {
    const options = { ...styles[style], timeZone: 'UTC' };
    const format = new Intl.DateTimeFormat(locale, options);
    return hasGregorianMonths(format)
      ? format
      : new Intl.DateTimeFormat(locale, { ...options, calendar: 'gregory' });
  });

/** Months and their days must be those of the screens' own grids and numbers; years may have another era. */
const hasGregorianMonths = (format: Intl.DateTimeFormat) =>
  ['gregory', 'buddhist', 'japanese', 'roc'].includes(format.resolvedOptions().calendar);

const numberFormat = (locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  getOrCompute(
    numberFormats,
    `${locale} ${Object.values(options).join(' ')}`,
    maxFormats,
    () => new Intl.NumberFormat(locale, options),
  );

const ownTexts = new Map<string, string>();
const maxTexts = 5000;

/** As this runtime formats it. Cached, because a list repeats the same few days and hours. */
const ownText = (locale: string, key: string): string =>
  getOrCompute(ownTexts, `${locale} ${key}`, maxTexts, () => write(locale, key));

/**
 * A server-rendered page has a locale of its own while it is rendered or hydrated: its texts are those of the
 * server.
 */
const pages = new Map<string, { locale: string; texts: Map<string, string> }>();
/** For the name of the next page; nothing else reads it. */
let pageCount = 0;

function textFor(locale: string, key: string): string {
  const page = pages.get(locale);
  if (!page) return ownText(locale, key);
  const text = page.texts.get(key) ?? ownText(page.locale, key);
  page.texts.set(key, text);
  return text;
}

export type PageTexts = {
  /**
   * Render the page with this locale, in place of the real one: a tag that Intl accepts, with a private-use
   * part.
   */
  locale: string;
  /** By key: the given texts, and those formatted since. */
  texts: Map<string, string>;
  close(): void;
};

/** Opens the texts of one page. Close it when the page is rendered. */
export function openPageTexts(locale: string, texts: Map<string, string> = new Map()): PageTexts {
  const own = `${locale}-x-page${pageCount++ % 1000}`;
  pages.set(own, { locale, texts });
  return { locale: own, texts, close: () => void pages.delete(own) };
}

/**
 * The locale to hydrate a page with, given the server's texts: the real one where this browser formats all of
 * them in the same way, else one that has the server's texts. The real locale follows after hydration, and
 * changes the texts that differ.
 */
export function hydrationLocale(locale: string, texts: Record<string, string>): string {
  const serverTexts = new Map(Object.entries(texts));
  const isSame = [...serverTexts].every(([key, text]) => ownText(locale, key) === text);
  return isSame ? locale : openPageTexts(locale, serverTexts).locale;
}

/** A locale that Intl accepts, whatever the browser says. */
export function safeLocale(wanted: string | undefined): string {
  try {
    return Intl.getCanonicalLocales(wanted)[0] ?? 'en';
  } catch {
    return 'en';
  }
}
