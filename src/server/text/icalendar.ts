// Writes iCalendar (RFC 5545, with RFC 7986's properties): content lines, zones, components. Knows no event of ours.
import { escape as escapeText, foldLines } from 'ical-generator';

/** A content line before folding: name with parameters, and a value that is already in the form of its type. */
export type Line = string;

/** A line with a TEXT value. Control characters, which no calendar may hold, are left out. */
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

/** What a zone's clock is ahead of UTC, in milliseconds, really and by its definition; asking for both takes 0.1 ms. */
type Offsets = { real: number; written: number };
/** By zone and instant. */
const offsets = new Map<string, Offsets>();

/** Tells instants on the clock of zones, and collects the VTIMEZONEs that this takes. */
export type ZoneWriter = {
  /** A DTSTART or DTEND on the clock of the zone; in UTC where its rules cannot be written down. */
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
  /** The offset around an instant where it is one and the same for days, which is nearly always; else null. */
  const steadyOffset = (timeZone: string, ms: number): number | null => {
    const noon = ms - (ms % dayMs) + dayMs / 2;
    const around = [noon - dayMs, noon, noon + dayMs].map((at) => offsetsAt(timeZone, at));
    const { real } = around[0] ?? { real: Number.NaN };
    return around.every((one) => one.real === real && one.written === real) ? real : null;
  };
  // A definition has one rule per half-year; zones that follow the moon, or changed lately, do not fit into it. In an
  // hour that the clocks go through twice, a local time means the first, but not to every program.
  const isExact = (zoned: Temporal.ZonedDateTime) => {
    const local = zoned.toPlainDateTime();
    const { real, written } = offsetsAt(zoned.timeZoneId, zoned.epochMilliseconds);
    const [first, second] = (['earlier', 'later'] as const).map((disambiguation) =>
      local.toZonedDateTime(zoned.timeZoneId, { disambiguation }),
    );
    return real === written && first?.epochMilliseconds === second?.epochMilliseconds;
  };
  /** `2026-11-28T10:30:00` on the clock of the zone; null where the definition does not tell it. */
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
    // Two names of one zone share its definition.
    definitions: () => [...new Map([...used.values()].map(({ id, lines }) => [id, lines])).values()].flat(),
  };
}
