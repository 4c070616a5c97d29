// Reads iCalendar with an independent parser.
import ICAL from 'ical.js';

export type ReadEvent = {
  uid: string;
  /** The first value of a property as text; null without one. */
  text(name: string): string | null;
  /** A date-time property as an instant, through the VTIMEZONE in the same file. */
  instant(name: string): string;
  /** The zone that a date-time property names; `UTC` for one that ends in Z. */
  zone(name: string): string;
  parameter(name: string, parameter: string): string | null;
  count(name: string): number;
  /** Its reminders, with their triggers as ical.js writes durations. */
  alarms: { action: string | null; trigger: string | null; description: string | null }[];
};

export type ReadCalendar = { text(name: string): string | null; events: ReadEvent[]; zones: string[] };

export function readCalendar(text: string): ReadCalendar {
  const root = new ICAL.Component(ICAL.parse(text));
  const zones = new Map(
    root.getAllSubcomponents('vtimezone').map((component) => {
      const zone = new ICAL.Timezone(component);
      return [zone.tzid, zone];
    }),
  );
  const firstText = (component: ICAL.Component, name: string) => {
    const value = component.getFirstPropertyValue(name);
    return value === null ? null : String(value);
  };
  return {
    text: (name) => firstText(root, name),
    zones: [...zones.keys()],
    events: root.getAllSubcomponents('vevent').map((component) => {
      const property = (name: string) => component.getFirstProperty(name);
      const zone = (name: string) => String(property(name)?.getParameter('tzid') ?? 'UTC');
      return {
        uid: firstText(component, 'uid') ?? '',
        text: (name) => firstText(component, name),
        zone,
        instant: (name) => {
          const time = property(name)?.getFirstValue() as ICAL.Time;
          const defined = zones.get(zone(name));
          if (zone(name) !== 'UTC' && !defined) throw new Error(`${zone(name)} is not defined in the file.`);
          const local = time.clone();
          local.zone = defined ?? ICAL.Timezone.utcTimezone;
          return new Date(local.toUnixTime() * 1000).toISOString();
        },
        parameter: (name, parameter) => {
          const value = property(name)?.getParameter(parameter);
          return value === undefined ? null : String(value);
        },
        count: (name) => component.getAllProperties(name).length,
        alarms: component.getAllSubcomponents('valarm').map((alarm) => ({
          action: firstText(alarm, 'action'),
          trigger: firstText(alarm, 'trigger'),
          description: firstText(alarm, 'description'),
        })),
      };
    }),
  };
}
