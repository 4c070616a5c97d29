// Writes iCalendar (RFC 5545, with the properties of RFC 7986): content lines, time zones, components.
import { escape as escapeText, foldLines } from 'ical-generator';

/** A content line before folding: name with parameters, and a value that is already in the form of its type. */
export type Line = string;

/** A line with a TEXT value. Drops control characters, which iCalendar forbids. */
export function textLine(name: string, text: string): Line {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out
  return `${name}:${escapeText(text.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, ''), false)}`;
}

/** A parameter's value in quotes (RFC 6868 where it holds one). */
export function quoted(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out
  const plain = text.replace(/[\u0000-\u001f\u007f]/g, ' ');
  return `"${plain.replace(/\^/g, '^^').replace(/"/g, "^'")}"`;
}

/** `2026-11-28T09:30:00.000Z` as a UTC date-time: `20261128T093000Z`. */
export function utc(instant: string): string {
  return `${new Date(instant).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

/** A component with its lines and those of the components inside it. */
export function component(name: string, lines: readonly Line[]): Line[] {
  return [`BEGIN:${name}`, ...lines, `END:${name}`];
}

/** Lines folded at 75 octets without cutting a character, but for the end of the last one (RFC 5545, 3.1). */
export function foldedText(lines: readonly Line[]): string {
  return foldLines(lines.join('\r\n'));
}

/** The text of a calendar: folded, every line ended. */
export function calendarText(lines: readonly Line[]): string {
  return `${foldedText(lines)}\r\n`;
}

type ZoneLibrary = typeof import('timezones-ical-library');
/** Loaded with the first calendar. */
let library: Promise<ZoneLibrary> | undefined;
const dayMs = 86_400_000;

/** UTC offsets of a zone in milliseconds: the real one, and the one by its VTIMEZONE. Computing both takes 0.1 ms. */
type Offsets = { real: number; written: number };
/** By zone and instant. */
const offsets = new Map<string, Offsets>();

/** Writes instants as local times with TZID, and collects their VTIMEZONEs. */
export type ZoneWriter = {
  /** A DTSTART or DTEND as local time of the zone; in UTC where the VTIMEZONE would be wrong. */
  local(name: string, instant: string, timeZone: string): Line;
  /** The VTIMEZONE components of all zones used so far. */
  definitions(): Line[];
};

/** A writer for one calendar. */
export async function createZoneWriter(): Promise<ZoneWriter> {
  library ??= import('timezones-ical-library');
  const { tzlib_get_ical_block, tzlib_get_offset, tzlib_get_timezones } = await library;
  const known = new Set<string>(tzlib_get_timezones());
  const used = new Map<string, { id: string; lines: Line[] }>();
  const define = (timeZone: string) => {
    const [block = '', id = ''] = tzlib_get_ical_block(timeZone);
    return { id: id.replace(/^TZID=/, ''), lines: block.split('\r\n') };
  };
  const offsetsAt = (timeZone: string, ms: number): Offsets => {
    const key = `${timeZone} ${ms}`;
    const asked = offsets.get(key);
    if (asked) return asked;
    const zoned = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone);
    const local = zoned.toPlainDateTime().toString({ smallestUnit: 'minute' });
    const [, sign, hours, minutes] =
      /^([+-])(\d\d)(\d\d)$/.exec(tzlib_get_offset(timeZone, local.slice(0, 10), local.slice(11))) ?? [];
    const written = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1);
    const made = { real: zoned.offsetNanoseconds / 1e6, written };
    if (offsets.size >= 50_000) offsets.clear();
    offsets.set(key, made);
    return made;
  };
  /** The offset around an instant, if it is constant for days (the usual case); else null. */
  const steadyOffset = (timeZone: string, ms: number): number | null => {
    const noon = ms - (ms % dayMs) + dayMs / 2;
    const around = [noon - dayMs, noon, noon + dayMs].map((at) => offsetsAt(timeZone, at));
    const { real } = around[0] ?? { real: Number.NaN };
    return around.every((one) => one.real === real && one.written === real) ? real : null;
  };
  // A VTIMEZONE has one rule per half-year, which does not cover zones with lunar rules or recent changes. A local time in the
  // repeated hour at the end of DST means the first one, but not to every program.
  const isExact = (zoned: Temporal.ZonedDateTime) => {
    const local = zoned.toPlainDateTime();
    const { real, written } = offsetsAt(zoned.timeZoneId, zoned.epochMilliseconds);
    const [first, second] = (['earlier', 'later'] as const).map((disambiguation) =>
      local.toZonedDateTime(zoned.timeZoneId, { disambiguation }),
    );
    return real === written && first?.epochMilliseconds === second?.epochMilliseconds;
  };
  /** The local time, such as `2026-11-28T10:30:00`; null where the VTIMEZONE would be wrong. */
  const localTime = (instant: string, timeZone: string): string | null => {
    const ms = Date.parse(instant);
    const offset = steadyOffset(timeZone, ms);
    if (offset !== null) return new Date(ms + offset).toISOString().slice(0, 19);
    const zoned = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone);
    return isExact(zoned) ? zoned.toPlainDateTime().toString({ smallestUnit: 'second' }) : null;
  };
  return {
    local(name, instant, timeZone) {
      const local = known.has(timeZone) ? localTime(instant, timeZone) : null;
      if (local === null) return `${name}:${utc(instant)}`;
      const zone = used.get(timeZone) ?? define(timeZone);
      used.set(timeZone, zone);
      return `${name};TZID=${zone.id}:${local.replace(/[-:]/g, '')}`;
    },
    // Aliases of a zone share one VTIMEZONE.
    definitions: () => [...new Map([...used.values()].map(({ id, lines }) => [id, lines])).values()].flat(),
  };
}
