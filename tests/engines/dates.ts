// Compares the dates on a page with the API's data of the same events.
import type { Tab } from '../support/engines/engine.ts';

export type Event = { startsAt: string; endsAt: string; timeZone: string };

export type Viewer = { locale: string; timeZone: string };

type Card = { id: string; face: string[]; line: string };
/** A time of the calendar, on the day of its column; in the week only the event has the full date. */
type Time = { id: string; clock: string; day: string | null };

const readDates = (tab: Tab): Promise<{ cards: Card[]; times: Time[] }> =>
  tab.evaluate(() => {
    const idOf = (link: HTMLAnchorElement | null | undefined) =>
      /\/events\/(?:public\/)?([\da-f-]{36})/.exec(link?.pathname ?? '')?.[1] ?? '';
    const cards = [...document.querySelectorAll('article.card')].map((card) => ({
      id: idOf(card.querySelector('a')),
      face: [...card.querySelectorAll('.face > span')].map((part) => part.textContent),
      line: card.querySelector('.line')?.textContent ?? '',
    }));
    const inCalendar = '[data-row] .times .start, [data-row] .when, td[data-day] time';
    const times = [...document.querySelectorAll(inCalendar)].map((time) => {
      const row = time.closest<HTMLElement>('[data-row]');
      const day = time.closest<HTMLElement>('[data-day]')?.dataset.day ?? row?.dataset.row ?? '';
      return {
        id: idOf(time.closest('a') ?? row?.querySelector('a')),
        clock: time.textContent.trim(),
        day: /^\d{4}-\d\d-\d\d/.exec(day)?.[0] ?? null,
      };
    });
    return { cards: cards.filter(({ id }) => id), times };
  });

const zoned = (at: string, zone: string) => Temporal.Instant.from(at).toZonedDateTimeISO(zone);

/** `09:30`, and `9:30` of a 12-hour clock, where `AM` or `PM` follows. */
function clocksOf(start: Temporal.ZonedDateTime): RegExp {
  const [hour24, minute] = start.toPlainTime().toString().split(':');
  const part = start.hour < 12 ? 'AM' : 'PM';
  return new RegExp(
    `\\b(${hour24}:${minute}\\b(?!\\s[AP]M)|${start.hour % 12 || 12}:${minute}(\\s${part}|\\s?–))`,
  );
}

/** Engines' short names differ after the third letter. */
const short = (parts: string[]) => parts.map((part) => part.slice(0, 3)).join(' ');

function faultOfCard({ face, line }: Card, { startsAt, endsAt, timeZone }: Event, { locale }: Viewer) {
  const start = zoned(startsAt, timeZone);
  const named = (part: 'weekday' | 'month') => start.toLocaleString(locale, { [part]: 'short' });
  const wanted = short([named('weekday'), String(start.day), named('month')]);
  if (short(face) !== wanted) return `${short(face)}, not ${wanted}`;
  // An event of several days shows its days.
  const isOneDay = start.toPlainDate().equals(zoned(endsAt, timeZone).toPlainDate());
  return isOneDay && !clocksOf(start).test(line) ? `'${line}' without ${start.toPlainTime()}` : null;
}

function faultOfTime({ clock, day }: Time, { startsAt }: Event, { timeZone }: Viewer): string | null {
  const start = zoned(startsAt, timeZone);
  const isRightDay = day === null || day === start.toPlainDate().toString();
  // The middle days of an event of several days have words.
  return /^\d/.test(clock) && !(isRightDay && clocksOf(start).test(clock))
    ? `${clock} on ${day}, not ${start}`
    : null;
}

/** Compares every card and every calendar time on the page with the events that they link to. */
export async function checkDates(
  tab: Tab,
  eventOf: (id: string) => Promise<Event>,
  viewer: Viewer,
): Promise<{ compared: number; faults: string[] }> {
  const { cards, times } = await readDates(tab);
  const faults: string[] = [];
  const check = (id: string, fault: string | null) => fault && faults.push(`${id}: ${fault}`);
  for (const card of cards) check(card.id, faultOfCard(card, await eventOf(card.id), viewer));
  for (const time of times) check(time.id, faultOfTime(time, await eventOf(time.id), viewer));
  return { compared: cards.length + times.length, faults };
}
