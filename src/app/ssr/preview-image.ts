// The Open Graph image of a page (the preview of a shared link), as data: its texts in the page's language, its field art,
// and its URL with a version. The server renders it (server/render/preview-images). Server only.

import type { PublicEvent } from '../../contract/events/events.ts';
import { type Activity, activities } from '../../contract/values/activities.ts';
import { dayText } from '../format/intl.ts';
import { dayNumberIn } from '../format/wall-clock.ts';
import { clockTime, dateParts, dayIn, nightsOf, shortDay, timeRange } from '../format/when.ts';
import { fieldHue } from '../ui/sports-field/field-hues.ts';
import { fieldArt } from '../ui/sports-field/field-paths.ts';
import { pageLanguage, t } from '../words/t.ts';

export type PreviewImage = {
  /** Path, with the version in its query. */
  address: string;
  /** Changes with anything that the image shows. */
  version: string;
  /** The alternative text. */
  alt: string;
  texts: PreviewImageTexts;
  /** The field art as SVG elements, in the size of the image. */
  field: string;
};

export type PreviewImageTexts = {
  /** The day of the month, and the texts beside it; null if the image is not about an event. */
  date: { day: string; beside: string[]; isOff: boolean } | null;
  title: string;
  /** Below the title. */
  line: string;
  state: { label: string; tone: 'bad' | 'warn' } | null;
  activity: Activity | null;
};

/** In pixels: the size that Open Graph consumers recommend. */
export const previewImageSize = { width: 1200, height: 630 };

/** Increase when the design changes, so that caches request the images again. */
const revision = 1;

/** The locale of the page's language, without the visitor's region: an image is the same for everyone who reads the language. */
export const writtenLocale = () => (pageLanguage().tag === 'en' ? 'en-GB' : pageLanguage().tag);

/** The image of an event; without an event, the image of the instance. */
export function previewImageOf(event: PublicEvent | null, instanceName = 'Sideline'): PreviewImage {
  const texts = event ? textsOf(event) : instanceTexts(instanceName);
  const version = checksum(JSON.stringify([revision, texts]));
  const { tag } = pageLanguage();
  return {
    address: `${event ? `/events/public/${event.id}` : ''}/picture.png?${tag === 'en' ? '' : `lang=${tag}&`}v=${version}`,
    version,
    alt: altOf(texts, event),
    texts,
    field: fieldOf(texts.activity),
  };
}

const instanceTexts = (name: string): PreviewImageTexts => ({
  date: null,
  title: name,
  line: t('Find a session, know your place, be on time.'),
  state: null,
  activity: null,
});

function textsOf(event: PublicEvent): PreviewImageTexts {
  const { startsAt, timeZone, eventStatus } = event;
  const locale = writtenLocale();
  const day = dayNumberIn(timeZone, startsAt);
  return {
    date: {
      day: dateParts(startsAt, timeZone, locale, null).day,
      beside: [dayText(locale, 'longWeekday', day), dayText(locale, 'monthYear', day), timeOf(event)],
      isOff: eventStatus === 'EventCancelled' || eventStatus === 'EventPostponed',
    },
    title: event.name,
    line: whereOf(event),
    state: stateOf(event),
    activity: event.activities[0] ?? null,
  };
}

/** `09:30–11:00`, or `until Mon 30 Nov`. */
function timeOf(event: PublicEvent): string {
  const locale = writtenLocale();
  if (nightsOf(event) === 0) return timeRange(event, locale);
  const last = Math.max(Date.parse(event.startsAt), Date.parse(event.endsAt) - 1);
  return t('until {day}', { day: shortDay(new Date(last).toISOString(), event.timeZone, locale) });
}

/** `Blaarmeersen, Ghent`, `Online`, or `The place will follow`. */
export function whereOf({ place, attendanceMode }: Pick<PublicEvent, 'place' | 'attendanceMode'>): string {
  if (place) return [place.name, place.region].filter(Boolean).join(', ');
  return attendanceMode === 'offline' ? t('The place will follow') : t('Online');
}

function stateOf({
  eventStatus,
  startsAt,
  timeZone,
  previousStartDates,
}: PublicEvent): PreviewImageTexts['state'] {
  const locale = writtenLocale();
  if (eventStatus === 'EventCancelled') return { label: t('Cancelled'), tone: 'bad' };
  if (eventStatus === 'EventPostponed') return { label: t('Postponed'), tone: 'warn' };
  if (eventStatus !== 'EventRescheduled') return null;
  const [before] = previousStartDates;
  if (!before) return { label: t('Moved'), tone: 'warn' };
  const isSameDay = dayIn(timeZone, before) === dayIn(timeZone, startsAt);
  const old = isSameDay ? clockTime(before, timeZone, locale) : shortDay(before, timeZone, locale);
  return { label: t('Moved from {time}', { time: old }), tone: 'warn' };
}

function altOf({ title, line, state }: PreviewImageTexts, event: PublicEvent | null): string {
  if (!event) return `${title}. ${line}`;
  const day = dayText(writtenLocale(), 'longDayYear', dayNumberIn(event.timeZone, event.startsAt));
  return `${state ? `${state.label}. ` : ''}${title}. ${day}, ${timeOf(event)}. ${line}.`;
}

/** The wide field art of the activity (400 by 220), scaled to fill the image. */
function fieldOf(activity: Activity | null): string {
  const [, { line, tint, mirror }] = fieldArt[activity ? activities[activity].field : 'pitch'];
  const half = `${tint ? `<path d="${tint}" fill="#fff" fill-opacity=".16" stroke="none"/>` : ''}<path d="${line}"/>`;
  const { width, height } = previewImageSize;
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
