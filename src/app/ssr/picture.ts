// The Open Graph image of a page (the preview of a shared link), as data: its texts, its field art, and its URL with a
// version. The server renders it (server/render/link-pictures). Server only.

import type { PublicEvent } from '../../contract/events/events.ts';
import { type Activity, activities } from '../../contract/values/activities.ts';
import { dayText } from '../format/intl.ts';
import { dayNumberIn } from '../format/wall-clock.ts';
import { clockTime, dateParts, dayIn, nightsOf, shortDay, timeRange } from '../format/when.ts';
import { fieldHue } from '../ui/sports-field/field-hues.ts';
import { fieldArt } from '../ui/sports-field/field-paths.ts';

export type Picture = {
  /** Path, with the version in its query. */
  address: string;
  /** Changes with anything that the picture shows. */
  version: string;
  /** The alternative text. */
  alt: string;
  words: PictureWords;
  /** The field art as SVG elements, in the size of the picture. */
  field: string;
};

export type PictureWords = {
  /** The day of the month, and the texts beside it; null if the picture is not about an event. */
  date: { day: string; beside: string[]; isOff: boolean } | null;
  title: string;
  /** Below the title. */
  line: string;
  state: { label: string; tone: 'bad' | 'warn' } | null;
  activity: Activity | null;
};

/** In pixels: the size that Open Graph consumers recommend. */
export const pictureSize = { width: 1200, height: 630 };

/** Increase when the design changes, so that caches request the pictures again. */
const revision = 1;
/** The picture is the same for everyone, and in English. */
const locale = 'en-GB';

/** The picture of an event; without an event, the picture of the instance. */
export function pictureOf(event: PublicEvent | null, instanceName = 'Sideline'): Picture {
  const words = event ? wordsOf(event) : instanceWords(instanceName);
  const version = checksum(JSON.stringify([revision, words]));
  return {
    address: `${event ? `/events/public/${event.id}` : ''}/picture.png?v=${version}`,
    version,
    alt: altOf(words),
    words,
    field: fieldOf(words.activity),
  };
}

const instanceWords = (name: string): PictureWords => ({
  date: null,
  title: name,
  line: 'Find a session, know your place, be on time.',
  state: null,
  activity: null,
});

function wordsOf(event: PublicEvent): PictureWords {
  const { startsAt, endsAt, timeZone, eventStatus } = event;
  const day = dayNumberIn(timeZone, startsAt);
  const last = Math.max(Date.parse(startsAt), Date.parse(endsAt) - 1);
  const until =
    nightsOf(event) > 0
      ? `until ${shortDay(new Date(last).toISOString(), timeZone, locale)}`
      : timeRange(event, locale);
  return {
    date: {
      day: dateParts(startsAt, timeZone, locale).day,
      beside: [dayText(locale, 'longWeekday', day), dayText(locale, 'monthYear', day), until],
      isOff: eventStatus === 'EventCancelled' || eventStatus === 'EventPostponed',
    },
    title: event.name,
    line: whereOf(event),
    state: stateOf(event),
    activity: event.activities[0] ?? null,
  };
}

/** `Blaarmeersen, Ghent`, `Online`, or `The place will follow`. */
export function whereOf({ place, attendanceMode }: Pick<PublicEvent, 'place' | 'attendanceMode'>): string {
  if (place) return [place.name, place.region].filter(Boolean).join(', ');
  return attendanceMode === 'offline' ? 'The place will follow' : 'Online';
}

function stateOf({
  eventStatus,
  startsAt,
  timeZone,
  previousStartDates,
}: PublicEvent): PictureWords['state'] {
  if (eventStatus === 'EventCancelled') return { label: 'Cancelled', tone: 'bad' };
  if (eventStatus === 'EventPostponed') return { label: 'Postponed', tone: 'warn' };
  if (eventStatus !== 'EventRescheduled') return null;
  const [before] = previousStartDates;
  if (!before) return { label: 'Moved', tone: 'warn' };
  const isSameDay = dayIn(timeZone, before) === dayIn(timeZone, startsAt);
  const old = isSameDay ? clockTime(before, timeZone, locale) : shortDay(before, timeZone, locale);
  return { label: `Moved from ${old}`, tone: 'warn' };
}

function altOf({ date, title, line, state }: PictureWords): string {
  if (!date) return `${title}. ${line}`;
  const [weekday, month, until] = date.beside;
  return `${state ? `${state.label}. ` : ''}${title}. ${weekday} ${date.day} ${month}, ${until}. ${line}.`;
}

/** The wide field art of the activity (400 by 220), scaled to fill the picture. */
function fieldOf(activity: Activity | null): string {
  const [, { line, tint, mirror }] = fieldArt[activity ? activities[activity].field : 'pitch'];
  const half = `${tint ? `<path d="${tint}" fill="#fff" fill-opacity=".16" stroke="none"/>` : ''}<path d="${line}"/>`;
  const { width, height } = pictureSize;
  const scale = Math.max(width / 400, height / 220);
  const top = (height - 220 * scale) / 2;
  return `<rect width="${width}" height="${height}" fill="${activity ? fieldHue(activity) : '#166534'}"/><g transform="translate(0 ${top}) scale(${scale})" fill="none" fill-rule="evenodd" stroke="#fff" stroke-width="1.25" stroke-linejoin="round" opacity=".34">${half}${mirror ? `<g transform="${mirror}">${half}</g>` : ''}</g>`;
}

/** A 32-bit FNV-1a hash. Not cryptographic: it only names a version. */
function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}
