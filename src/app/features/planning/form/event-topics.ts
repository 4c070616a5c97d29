// The fields of an event as topics that are decided together, with the words for each. Pure.
import { fullRange, shortDayOf } from '../../../format/when.ts';
import { kindName } from '../../../format/words/vocabulary.ts';
import { type Message, msg, t } from '../../../words/t.ts';
import { endInstant, startInstant } from '../fields/times.ts';
import { isDay } from '../repeat/repeat.ts';
import { repeatValue } from '../repeat/repeat-words.ts';
import {
  agesText,
  arriveText,
  joinNames,
  placesText,
  priceText,
  repliesText,
  rosterNames,
  visibilityNames,
} from './event-words.ts';
import { type EventKey, type EventValues, ownerOf } from './values.ts';

/** Names of the event's references by id. */
export type EventNames = {
  placeOf: (values: EventValues) => string | null;
  /** The name of a team, an organization or a person; null where the device does not know it. */
  nameOf: (id: string) => string | null;
  /** The rule of the event's series, where the values have none because the form cannot express it. */
  ruleText?: string | undefined;
};

type Words = (values: EventValues, locale: string, names: EventNames) => string;

export type Topic = { name: Message; keys: readonly EventKey[]; words: Words };

export function repeatWords(
  { repeat, day }: EventValues,
  locale: string,
  { ruleText }: Pick<EventNames, 'ruleText'>,
): string {
  if (repeat === null && ruleText !== undefined) return ruleText;
  const skips = (repeat?.skips ?? []).map(({ from, to }) =>
    [...new Set([from, to])]
      .filter(isDay)
      .map((one) => shortDayOf(one, locale))
      .join(' – '),
  );
  const rule = repeatValue(repeat, day, locale);
  return skips.length > 0 ? `${rule} · ${t('Skip')}: ${skips.join(', ')}` : rule;
}

const topics: readonly Topic[] = [
  {
    name: msg('Team'),
    keys: ['owner', 'teamIds'],
    words: ({ owner, teamIds }, _, { nameOf }) =>
      [...new Set([ownerOf(owner).id, ...teamIds])].map((id) => nameOf(id) ?? t('Another team')).join(', '),
  },
  { name: msg('Name'), keys: ['name'], words: ({ name }) => name },
  { name: msg('Kind'), keys: ['kind'], words: ({ kind }) => kindName(kind) },
  {
    name: msg('When'),
    keys: ['day', 'start', 'endDay', 'end', 'timeZone'],
    // Empty while a day or a time is typed.
    words: (values, locale) => {
      const [startsAt, endsAt] = [startInstant(values), endInstant(values)];
      return startsAt && endsAt
        ? fullRange({ startsAt, endsAt, timeZone: values.timeZone }, locale, null)
        : '';
    },
  },
  { name: msg('Repeat'), keys: ['repeat'], words: repeatWords },
  {
    name: msg('Where'),
    keys: ['place', 'newPlace'],
    words: (values, _, { placeOf }) =>
      [placeOf(values), values.newPlace?.address, values.newPlace?.region, values.newPlace?.directions]
        .filter(Boolean)
        .join(', '),
  },
  { name: msg('Places'), keys: ['capacity', 'waitlist'], words: placesText },
  { name: msg('Price'), keys: ['offers'], words: priceText },
  {
    name: msg('Who sees it'),
    keys: ['visibility'],
    words: ({ visibility }) => t(visibilityNames[visibility]),
  },
  { name: msg('How people join'), keys: ['joinPolicy'], words: ({ joinPolicy }) => t(joinNames[joinPolicy]) },
  {
    name: msg('Who sees the names'),
    keys: ['rosterVisibility'],
    words: ({ rosterVisibility }) => t(rosterNames[rosterVisibility]),
  },
  { name: msg('Replies'), keys: ['opens', 'closes', 'due'], words: repliesText },
  { name: msg('What to bring'), keys: ['bring'], words: ({ bring }) => bring },
  { name: msg('Meeting point'), keys: ['meetingPoint'], words: ({ meetingPoint }) => meetingPoint },
  { name: msg('Accessibility'), keys: ['accessibility'], words: ({ accessibility }) => accessibility },
  { name: msg('Description'), keys: ['description'], words: ({ description }) => description },
  {
    name: msg('Leaders'),
    keys: ['leaderIds'],
    words: ({ leaderIds }, _, { nameOf }) =>
      leaderIds.map((id) => nameOf(id) ?? t('Someone else')).join(', '),
  },
  { name: msg('Be there'), keys: ['arrive'], words: arriveText },
  { name: msg("Who it's for"), keys: ['ageMin', 'ageMax', 'level', 'activities'], words: agesText },
  { name: msg('Online'), keys: ['onlineUrl'], words: ({ onlineUrl }) => onlineUrl },
];

/** The topics that contain these fields. */
export const topicsOf = (keys: readonly EventKey[]): Topic[] =>
  topics.filter((topic) => topic.keys.some((key) => keys.includes(key)));
