// How long something took, in words. Pure.
import { t } from '../words/t.ts';

/** `1 h 30 min`, `2 h`, `45 min`. */
export function hoursText(minutes: number): string {
  const parts = { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
  if (parts.minutes === 0) return t('{hours} h', parts);
  return parts.hours === 0 ? t('{minutes} min', parts) : t('{hours} h {minutes} min', parts);
}
