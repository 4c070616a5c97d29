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

/** The text of a calendar: folded at 75 octets without cutting a character, every line ended (RFC 5545, 3.1). */
export function calendarText(lines: readonly Line[]): string {
  return `${foldLines(lines.join('\r\n'))}\r\n`;
}

type ZoneLibrary = typeof import('timezones-ical-library');
/** Loaded with the first calendar. */
let library: Promise<ZoneLibrary> | undefined;
/** What the library said, by zone and local time: asking it takes 0.1 ms. */
const offsets = new Map<string, string>();

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
  // A definition has one rule per half-year; zones that follow the moon, or changed lately, do not fit into it. In an
  // hour that the clocks go through twice, a local time means the first, but not to every program.
  const isExact = (zoned: Temporal.ZonedDateTime) => {
    const local = zoned.toPlainDateTime();
    const text = local.toString({ smallestUnit: 'minute' });
    const key = `${zoned.timeZoneId} ${text}`;
    const offset = offsets.get(key) ?? tzlib_get_offset(zoned.timeZoneId, text.slice(0, 10), text.slice(11));
    if (offsets.size >= 20_000) offsets.clear();
    offsets.set(key, offset);
    const [first, second] = (['earlier', 'later'] as const).map((disambiguation) =>
      local.toZonedDateTime(zoned.timeZoneId, { disambiguation }),
    );
    return offset === zoned.offset.replace(':', '') && first?.epochMilliseconds === second?.epochMilliseconds;
  };
  return {
    local(name, instant, timeZone) {
      const zoned = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone);
      if (!known.has(timeZone) || !isExact(zoned)) return `${name}:${utc(instant)}`;
      const local = zoned.toPlainDateTime().toString({ smallestUnit: 'second' }).replace(/[-:]/g, '');
      const zone = used.get(timeZone) ?? define(timeZone);
      used.set(timeZone, zone);
      return `${name};TZID=${zone.id}:${local}`;
    },
    // Two names of one zone share its definition.
    definitions: () => [...new Map([...used.values()].map(({ id, lines }) => [id, lines])).values()].flat(),
  };
}
