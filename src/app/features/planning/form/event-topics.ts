// The fields of an event as topics that are decided together, with the words for each. Pure.
import { fullRange } from '../../../format/when.ts';
import { kindName } from '../../../format/words.ts';
import { endInstant, startInstant } from '../fields/times.ts';
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
};

type Words = (values: EventValues, locale: string, names: EventNames) => string;

export type Topic = { name: string; keys: readonly EventKey[]; words: Words };

const topics: readonly Topic[] = [
  {
    name: 'Team',
    keys: ['owner', 'teamIds'],
    words: ({ owner, teamIds }, _, { nameOf }) =>
      [...new Set([ownerOf(owner).id, ...teamIds])].map((id) => nameOf(id) ?? 'Another team').join(', '),
  },
  { name: 'Name', keys: ['name'], words: ({ name }) => name },
  { name: 'Kind', keys: ['kind'], words: ({ kind }) => kindName(kind) },
  {
    name: 'When',
    keys: ['day', 'start', 'endDay', 'end', 'timeZone'],
    words: (values, locale) =>
      fullRange(
        { startsAt: startInstant(values) ?? '', endsAt: endInstant(values) ?? '', timeZone: values.timeZone },
        locale,
        null,
      ),
  },
  { name: 'Where', keys: ['place', 'newPlace'], words: (values, _, { placeOf }) => placeOf(values) ?? '' },
  { name: 'Places', keys: ['capacity', 'waitlist'], words: placesText },
  { name: 'Price', keys: ['offers'], words: priceText },
  { name: 'Who sees it', keys: ['visibility'], words: ({ visibility }) => visibilityNames[visibility] },
  { name: 'How people join', keys: ['joinPolicy'], words: ({ joinPolicy }) => joinNames[joinPolicy] },
  {
    name: 'Who sees the names',
    keys: ['rosterVisibility'],
    words: ({ rosterVisibility }) => rosterNames[rosterVisibility],
  },
  { name: 'Replies', keys: ['opens', 'closes', 'due'], words: repliesText },
  { name: 'What to bring', keys: ['bring'], words: ({ bring }) => bring },
  { name: 'Where to meet', keys: ['meetingPoint'], words: ({ meetingPoint }) => meetingPoint },
  { name: 'Accessibility', keys: ['accessibility'], words: ({ accessibility }) => accessibility },
  { name: 'Description', keys: ['description'], words: ({ description }) => description },
  {
    name: 'Leaders',
    keys: ['leaderIds'],
    words: ({ leaderIds }, _, { nameOf }) => leaderIds.map((id) => nameOf(id) ?? 'Someone else').join(', '),
  },
  { name: 'Be there', keys: ['arrive'], words: arriveText },
  { name: 'For whom', keys: ['ageMin', 'ageMax', 'level', 'activities'], words: agesText },
  { name: 'Online', keys: ['onlineUrl'], words: ({ onlineUrl }) => onlineUrl },
];

/** The topics that contain these fields. */
export const topicsOf = (keys: readonly EventKey[]): Topic[] =>
  topics.filter((topic) => topic.keys.some((key) => keys.includes(key)));
