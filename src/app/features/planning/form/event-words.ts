// The words of the event form: the values of its folded groups. Pure.

import { decimalsOf } from '../../../../contract/values/currencies.ts';
import { clockText, dayText } from '../../../format/intl.ts';
import { moneyText } from '../../../format/money.ts';
import { dayNumberOf, wallTimeOf } from '../../../format/wall-clock.ts';
import { ageText, countOf, levelName } from '../../../format/words.ts';
import { daysMore, minutesOf, refundText } from '../fields/times.ts';
import { amountMinor } from './body.ts';
import type { EventValues, JoinPolicy, OfferValues, RosterVisibility, Visibility } from './values.ts';

export const visibilityNames: Record<Visibility, string> = {
  team: 'Team only',
  organization: 'The whole organization',
  unlisted: 'Anyone with the link',
  public: 'Everyone, also in Explore',
};
export const joinNames: Record<JoinPolicy, string> = {
  open: 'Anyone may join in',
  approval: 'You approve each request',
  invite: 'By invitation only',
};
const joinShort: Record<JoinPolicy, string> = {
  open: 'anyone may join in',
  approval: 'you approve each request',
  invite: 'by invitation only',
};
export const rosterNames: Record<RosterVisibility, string> = {
  participants: 'Those who take part',
  coaches: 'Coaches',
  countOnly: 'No one, only how many',
};

export function placesText({ capacity, waitlist }: EventValues, locale: string): string {
  const count = Number(capacity);
  if (capacity.trim() === '' || !Number.isFinite(count)) return 'No limit';
  const places = countOf(count, 'place', 'places', locale);
  return waitlist ? `${places}, waitlist on` : `${places}, no waitlist`;
}

/** The refund deadlines for quick choice, with their names. */
export const refundNames: readonly (readonly [duration: string, name: string, promise: string])[] = [
  ['', 'No promise', ''],
  ['PT0M', 'At the start', 'full refund until the start'],
  ['PT12H', '12 hours before', 'full refund until 12 hours before'],
  ['P1D', '1 day before', 'full refund until 1 day before'],
  ['P2D', '2 days before', 'full refund until 2 days before'],
  ['P7D', '7 days before', 'full refund until 7 days before'],
];

function refundPromise(refund: string, values: EventValues, locale: string): string {
  const known = refundNames.find(([code]) => code === refund);
  if (known) return known[2];
  const text = refundText(refund, values);
  return text === '' ? '' : `full refund until ${wallTimeText(text, locale)}`;
}

function offerText({ amount, currency, refund }: OfferValues, values: EventValues, locale: string): string {
  const minor = amountMinor(amount, currency);
  if (amount.trim() === '') return 'No amount yet';
  const price =
    minor === null ? amount : minor === 0 ? 'Free' : moneyText({ amountMinor: minor, currency }, locale);
  const promise = refundPromise(refund, values, locale);
  return promise ? `${price}, ${promise}` : price;
}

export function priceText(values: EventValues, locale: string): string {
  const { offers } = values;
  return offers.length === 0 ? 'Free' : offers.map((offer) => offerText(offer, values, locale)).join(' · ');
}

/** The format of an amount in a currency: `0.00`, `0`. */
export const amountHint = (currency: string) => (0).toFixed(decimalsOf(currency));

export const whoText = ({ visibility, joinPolicy }: EventValues): string =>
  `${visibilityNames[visibility]} · ${joinShort[joinPolicy]}`;

/** `Mon 23 Nov, 20:00`. */
function wallTimeText(text: string, locale: string): string {
  const [day = '', time = ''] = text.split('T');
  const minutes = wallTimeOf('1970-01-01', time);
  return Number.isNaN(minutes)
    ? text
    : `${dayText(locale, 'shortDay', dayNumberOf(day))}, ${clockText(locale, minutes)}`;
}

export function repliesText({ due, ...window }: EventValues, locale: string): string {
  if (!due) return windowText(window, locale);
  const wanted = `Answer by ${wallTimeText(due, locale)}`;
  return window.opens || window.closes ? `${wanted} · ${windowText(window, locale)}` : wanted;
}

function windowText({ opens, closes }: Pick<EventValues, 'opens' | 'closes'>, locale: string): string {
  if (opens && closes) return `From ${wallTimeText(opens, locale)} until ${wallTimeText(closes, locale)}`;
  if (opens) return `From ${wallTimeText(opens, locale)}`;
  return closes ? `Until ${wallTimeText(closes, locale)}` : 'Until it ends';
}

export const bringText = ({ bring, meetingPoint }: EventValues): string =>
  [bring.trim(), meetingPoint.trim()].filter(Boolean).join(' · ') || 'Nothing special';

/** About two lines on a phone. */
const glanceLength = 60;

export function descriptionText({ description }: EventValues): string {
  const line = description.trim().split('\n')[0]?.replace(/^#+ /, '') ?? '';
  if (line.length <= glanceLength) return line || 'None';
  const end = line.lastIndexOf(' ', glanceLength);
  return `${line.slice(0, end > 0 ? end : glanceLength)} …`;
}

export function arriveText({ arrive }: EventValues, locale: string): string {
  const minutes = Number(arrive);
  return arrive.trim() === '' || !(minutes > 0)
    ? 'At the start'
    : `${countOf(minutes, 'minute', 'minutes', locale)} before the start`;
}

export function agesText({ ageMin, ageMax, level }: EventValues): string {
  const age = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : null);
  const ages = ageText(age(ageMin), age(ageMax));
  if (level) return ages ? `${ages}, ${levelName(level).toLowerCase()}` : levelName(level);
  return ages ?? 'All ages and levels';
}

export const onlineText = ({ onlineUrl }: EventValues): string =>
  onlineUrl.trim().replace(/^https:\/\//, '') || 'Not online';

/** `1 h 30 min`, `10 days`; null while a field is not filled in. */
export function durationText(values: EventValues, locale: string): string | null {
  const minutes = minutesOf(values);
  if (!(minutes > 0)) return null;
  const days = daysMore(values) + 1;
  if (days > 2) return countOf(days, 'day', 'days', locale);
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  const text = [hours > 0 ? `${hours} h` : '', rest > 0 ? `${rest} min` : ''].filter(Boolean).join(' ');
  return days === 2 ? `${text}, ends the next day` : text;
}
