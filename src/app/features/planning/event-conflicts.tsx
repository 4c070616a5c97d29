// The event was changed here and elsewhere: both versions of each field side by side, and the person chooses.
import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useRef } from 'react';
import { fullRange } from '../../format/when.ts';
import { kindName } from '../../format/words.ts';
import { Button } from '../../ui/button.tsx';
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

const Box = chakra('section', {
  base: {
    bg: 'warn.subtle',
    color: 'warn',
    rounded: 'lg',
    p: '4',
    display: 'grid',
    gap: '4',
    '& h2': { fontWeight: '700', fontSize: 'lg' },
    '& h3': { fontWeight: '700' },
    '& dl': {
      display: 'grid',
      gap: '1.5',
      my: '2',
      '& div': { bg: 'bg.panel', color: 'fg', rounded: 'md', px: '3', py: '2' },
      '& dt': { fontSize: 'sm', color: 'fg.muted' },
      '& dd': { whiteSpace: 'pre-line', overflowWrap: 'anywhere' },
    },
    '& .ways': { display: 'flex', flexWrap: 'wrap', gap: '2' },
  },
});

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
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const hit = topics.filter((topic) => topic.keys.some((key) => keys.includes(key)));
  return (
    <Box aria-labelledby="conflicts">
      <div>
        <h2 id="conflicts" tabIndex={-1} ref={heading}>
          Changed somewhere else meanwhile
        </h2>
        <p>Nothing is lost. Choose which to keep, then save.</p>
      </div>
      {hit.map((topic) => (
        <div key={topic.name}>
          <h3>{topic.name}</h3>
          <dl>
            <div>
              <dt>What you wrote here</dt>
              <dd>{topic.words(mine, locale, placeName) || 'Empty'}</dd>
            </div>
            <div>
              <dt>What is saved now</dt>
              <dd>{topic.words(theirs, locale, placeName) || 'Empty'}</dd>
            </div>
          </dl>
          <div className="ways">
            <Button
              look="outline"
              onClick={() => onChoose(topic.keys, 'mine')}
              aria-label={`Keep mine: ${topic.name}`}
            >
              Keep mine
            </Button>
            <Button
              look="outline"
              onClick={() => onChoose(topic.keys, 'theirs')}
              aria-label={`Take what is saved: ${topic.name}`}
            >
              Take what is saved
            </Button>
          </div>
        </div>
      ))}
    </Box>
  );
}
