// The words of the event form: the values of its folded groups. Pure.

import { decimalsOf } from '../../../../contract/values/currencies.ts';
import { hoursText } from '../../../format/hours.ts';
import { clockText, dayText } from '../../../format/intl.ts';
import { moneyText } from '../../../format/money.ts';
import { dayNumberOf, wallTimeOf } from '../../../format/wall-clock.ts';
import { ageText, levelName } from '../../../format/words/vocabulary.ts';
import { type Message, msg, t } from '../../../words/t.ts';
import { daysMore, minutesOf, refundText } from '../fields/times.ts';
import { amountMinor } from './body.ts';
import type { EventValues, JoinPolicy, OfferValues, RosterVisibility, Visibility } from './values.ts';

export const visibilityNames: Record<Visibility, Message> = {
  team: msg('Team only'),
  organization: msg('The whole organization'),
  unlisted: msg('Anyone with the link'),
  public: msg('Everyone, in Explore too'),
};
export const joinNames: Record<JoinPolicy, Message> = {
  open: msg('Anyone can join in'),
  approval: msg('You approve each request'),
  invite: msg('By invitation only'),
};
const joinShort: Record<JoinPolicy, Message> = {
  open: msg('anyone can join in'),
  approval: msg('you approve each request'),
  invite: msg('by invitation only'),
};
export const rosterNames: Record<RosterVisibility, Message> = {
  participants: msg('The people taking part'),
  coaches: msg('Coaches'),
  countOnly: msg('No one, just the number'),
};

export function placesText({ capacity, waitlist }: EventValues): string {
  const count = Number(capacity);
  if (capacity.trim() === '' || !Number.isFinite(count)) return t('No limit');
  return waitlist
    ? t('{count, plural, one {# place} other {# places}}, with waitlist', { count })
    : t('{count, plural, one {# place} other {# places}}, no waitlist', { count });
}

/** The refund deadlines for quick choice, with their names. */
export const refundNames: readonly (readonly [duration: string, name: Message, promise: Message | null])[] = [
  ['', msg('Not guaranteed'), null],
  ['PT0M', msg('At the start'), msg('full refund until the start')],
  ['PT12H', msg('12 hours before'), msg('full refund until 12 hours before')],
  ['P1D', msg('1 day before'), msg('full refund until 1 day before')],
  ['P2D', msg('2 days before'), msg('full refund until 2 days before')],
  ['P7D', msg('7 days before'), msg('full refund until 7 days before')],
];

function refundPromise(refund: string, values: EventValues, locale: string): string {
  const known = refundNames.find(([code]) => code === refund);
  if (known) return known[2] ? t(known[2]) : '';
  const text = refundText(refund, values);
  return text === '' ? '' : t('full refund until {time}', { time: wallTimeText(text, locale) });
}

function offerText({ amount, currency, refund }: OfferValues, values: EventValues, locale: string): string {
  const minor = amountMinor(amount, currency);
  if (amount.trim() === '') return t('No amount yet');
  const price =
    minor === null ? amount : minor === 0 ? t('Free') : moneyText({ amountMinor: minor, currency }, locale);
  const promise = refundPromise(refund, values, locale);
  return promise ? `${price}, ${promise}` : price;
}

export function priceText(values: EventValues, locale: string): string {
  const { offers } = values;
  return offers.length === 0
    ? t('Free')
    : offers.map((offer) => offerText(offer, values, locale)).join(' · ');
}

/** The format of an amount in a currency: `0.00`, `0`. */
export const amountHint = (currency: string) => (0).toFixed(decimalsOf(currency));

export const whoText = ({ visibility, joinPolicy }: EventValues): string =>
  `${t(visibilityNames[visibility])} · ${t(joinShort[joinPolicy])}`;

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
  const wanted = t('Answer by {time}', { time: wallTimeText(due, locale) });
  return window.opens || window.closes ? `${wanted} · ${windowText(window, locale)}` : wanted;
}

function windowText({ opens, closes }: Pick<EventValues, 'opens' | 'closes'>, locale: string): string {
  if (opens && closes)
    return t('From {from} until {to}', {
      from: wallTimeText(opens, locale),
      to: wallTimeText(closes, locale),
    });
  if (opens) return t('From {time}', { time: wallTimeText(opens, locale) });
  return closes ? t('Until {time}', { time: wallTimeText(closes, locale) }) : t('Until it ends');
}

export const bringText = ({ bring, meetingPoint }: EventValues): string =>
  [bring.trim(), meetingPoint.trim()].filter(Boolean).join(' · ') || t('Nothing special');

/** About two lines on a phone. */
const glanceLength = 60;

export function descriptionText({ description }: EventValues): string {
  const line = description.trim().split('\n')[0]?.replace(/^#+ /, '') ?? '';
  if (line.length <= glanceLength) return line || t('None');
  const end = line.lastIndexOf(' ', glanceLength);
  return `${line.slice(0, end > 0 ? end : glanceLength)} …`;
}

export function arriveText({ arrive }: EventValues): string {
  const minutes = Number(arrive);
  return arrive.trim() === '' || !(minutes > 0)
    ? t('At the start')
    : t('{minutes, plural, one {# minute} other {# minutes}} before the start', { minutes });
}

export function agesText({ ageMin, ageMax, level }: EventValues): string {
  const age = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : null);
  const ages = ageText(age(ageMin), age(ageMax));
  if (level)
    return ages
      ? t(
          '{ages}, {level, select, beginner {beginner} intermediate {intermediate} advanced {advanced} other {elite}}',
          { ages, level },
        )
      : levelName(level);
  return ages ?? t('All ages and levels');
}

export const onlineText = ({ onlineUrl }: EventValues): string =>
  onlineUrl.trim().replace(/^https:\/\//, '') || t('Not online');

/** `1 h 30 min`, `10 days`; null while a field is not filled in. */
export function durationText(values: EventValues): string | null {
  const minutes = minutesOf(values);
  if (!(minutes > 0)) return null;
  const days = daysMore(values) + 1;
  if (days > 2) return t('{days, plural, one {# day} other {# days}}', { days });
  const text = hoursText(minutes);
  return days === 2 ? t('{duration}, ends the next day', { duration: text }) : text;
}
