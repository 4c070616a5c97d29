// Rules of the signed-in user's data: device names and the calendar's span. Pure.
import { storedInstant } from '../events/rules.ts';
import { t } from '../words/t.ts';

const dayMs = 86_400_000;

/** The order matters: many user agents also contain the names of later entries. */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;
const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Macintosh', 'Mac'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;

/** A readable device name from the user agent, such as `Chrome on Android`. */
export function deviceOf(userAgent: string): string {
  const nameIn = (list: readonly (readonly [string, string])[]) =>
    list.find(([mark]) => userAgent.includes(mark))?.[1];
  const browser = nameIn(browsers);
  const system = nameIn(systems);
  if (browser && system) return t('{browser} on {system}', { browser, system });
  return browser ?? system ?? t('Unknown device');
}

/** A span as stored instants; null if it is empty or longer than `maxDays`. */
export function spanOf(from: string, to: string, maxDays: number): { from: string; to: string } | null {
  const span = { from: storedInstant(from), to: storedInstant(to) };
  const ms = Date.parse(span.to) - Date.parse(span.from);
  return ms > 0 && ms <= maxDays * dayMs ? span : null;
}
