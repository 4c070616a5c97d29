// The event was changed here and elsewhere: both versions of each field side by side, and the person chooses.
import { fullRange } from '../../format/when.ts';
import { kindName } from '../../format/words.ts';
import { Conflicts } from '../../ui/conflicts.tsx';
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
import { endInstant, startInstant } from './times.ts';
import type { EventKey, EventValues } from './values.ts';

type Words = (
  values: EventValues,
  locale: string,
  placeName: (values: EventValues) => string | null,
) => string;

/** Fields that are decided together, and what each of them says. */
const topics: { name: string; keys: readonly EventKey[]; words: Words }[] = [
  { name: 'Team', keys: ['owner', 'teamIds'], words: () => '' },
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
  { name: 'Where', keys: ['place', 'newPlace'], words: (values, _, placeName) => placeName(values) ?? '' },
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
  { name: 'Leaders', keys: ['leaderIds'], words: ({ leaderIds }) => `${leaderIds.length} named` },
  { name: 'Be there', keys: ['arrive'], words: arriveText },
  { name: 'For whom', keys: ['ageMin', 'ageMax', 'level', 'activities'], words: agesText },
  { name: 'Online', keys: ['onlineUrl'], words: ({ onlineUrl }) => onlineUrl },
];

export function EventConflicts({
  keys,
  mine,
  theirs,
  placeName,
  locale,
  onChoose,
}: {
  keys: readonly EventKey[];
  mine: EventValues;
  theirs: EventValues;
  placeName: (values: EventValues) => string | null;
  locale: string;
  onChoose: (keys: readonly EventKey[], choice: 'mine' | 'theirs') => void;
}) {
  const conflicts = topics
    .filter((topic) => topic.keys.some((key) => keys.includes(key)))
    .map((topic) => ({
      name: topic.name,
      keys: topic.keys,
      mine: topic.words(mine, locale, placeName),
      theirs: topic.words(theirs, locale, placeName),
    }));
  return <Conflicts conflicts={conflicts} onChoose={onChoose} />;
}
