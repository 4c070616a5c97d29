// Simulates the Intl of another engine: other patterns, spaces and abbreviations, the same values. Preload it
// into a server (`--import`) or call it in a test.

const shortNames = /\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b(?!\.)/g;

/** `2026-11-24` as `24/11/2026`, `Sat` as `Sat.`, narrow no-break spaces, also around a dash. */
function otherText(text: string): string {
  const day = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (day) return `${day[3]}/${day[2]}/${day[1]}`;
  return text
    .replace(shortNames, '$1.')
    .replace(/[ \u00a0\u202f](?=[AaPp]\.?[Mm])/g, '\u2009')
    .replace(/[ \u2009]?–[ \u2009]?/g, '\u202f–\u202f')
    .replace(/^([^\d\s.,]+)(?=\d)/, '$1\u202f')
    .replace(/ /g, '\u202f');
}

type Method = (...rest: never[]) => string;

/** Changes the output of all Intl formatters, existing ones too. The returned function undoes it. */
export function patchIntl(): () => void {
  const undo: (() => void)[] = [];
  const replace = (prototype: object, name: string, next: PropertyDescriptor) => {
    const before = Object.getOwnPropertyDescriptor(prototype, name);
    if (!before) return;
    Object.defineProperty(prototype, name, { ...next, configurable: true });
    undo.push(() => Object.defineProperty(prototype, name, before));
  };
  const otherwise = (prototype: object, name: string, other: (text: string) => string = otherText) => {
    const { value, get } = Object.getOwnPropertyDescriptor(prototype, name) ?? {};
    const changed = (method: Method, self: unknown) =>
      ((...rest: never[]) => other(method.apply(self, rest))) as Method;
    // `format` is a getter that returns a function bound to its formatter.
    if (get)
      replace(prototype, name, {
        get(this: unknown) {
          return changed(get.call(this) as Method, this);
        },
      });
    else if (value)
      replace(prototype, name, {
        value(this: unknown, ...rest: never[]) {
          return changed(value as Method, this)(...rest);
        },
        writable: true,
      });
  };
  const dates = Intl.DateTimeFormat.prototype;
  otherwise(dates, 'format');
  otherwise(dates, 'formatRange');
  otherwise(Intl.NumberFormat.prototype, 'format');
  otherwise(Intl.DisplayNames.prototype, 'of', (name) => name.toUpperCase());
  otherwise(Number.prototype, 'toLocaleString');
  otherwise(Date.prototype, 'toLocaleString');
  otherwise(Date.prototype, 'toLocaleDateString');
  otherwise(Date.prototype, 'toLocaleTimeString');
  // The parts keep their values in another order; the hour of midnight is 24.
  const { formatToParts } = dates;
  replace(dates, 'formatToParts', {
    value(this: Intl.DateTimeFormat, at?: Date | number) {
      const parts = formatToParts.call(this, at).toReversed();
      return parts.map((part) => {
        if (part.type === 'literal') return { ...part, value: otherText(part.value) };
        return part.type === 'hour' && /^0?0$/.test(part.value) ? { ...part, value: '24' } : part;
      });
    },
    writable: true,
  });
  return () => {
    for (const step of undo.splice(0)) step();
  };
}
