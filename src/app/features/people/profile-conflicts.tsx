// My profile was changed here and elsewhere: both versions of each field side by side, and the person chooses.
import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useRef } from 'react';
import { activities } from '../../../contract/activities.ts';
import { profileFields } from '../../../contract/words.ts';
import { languageNames, levelName } from '../../format/words.ts';
import { Button } from '../../ui/button.tsx';
import { audienceName, effectiveAudience } from './audience.ts';
import type { ProfileKey, ProfileValues } from './edits.ts';

const Box = chakra('section', {
  base: {
    bg: 'warn.subtle',
    color: 'warn',
    rounded: 'lg',
    p: '4',
    mb: '6',
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
      '& dd': { whiteSpace: 'pre-line' },
    },
    '& .ways': { display: 'flex', flexWrap: 'wrap', gap: '2' },
  },
});

const names: Record<ProfileKey, string> = {
  name: 'Name',
  bio: 'About me',
  activities: 'Activities',
  level: 'Level',
  region: 'Town or region',
  languages: 'Languages',
  qualifications: 'Qualifications',
  birthDate: 'Birth date',
  isPublic: 'Public profile',
  fieldVisibility: 'Who sees what',
  phone: 'Phone',
  countryCode: 'Country',
};

function inWords(key: ProfileKey, values: ProfileValues, other: ProfileValues, locale: string): string {
  switch (key) {
    case 'activities':
      return values.activities.map((activity) => activities[activity].name).join(', ');
    case 'languages':
      return languageNames(values.languages, locale);
    case 'level':
      return values.level && levelName(values.level);
    case 'isPublic':
      return values.isPublic ? 'On' : 'Off';
    case 'fieldVisibility':
      return profileFields
        .filter((field) => values.fieldVisibility[field] !== other.fieldVisibility[field])
        .map((field) => `${field}: ${audienceName[effectiveAudience(field, values.fieldVisibility[field])]}`)
        .join('\n');
    default:
      return values[key];
  }
}

export function ProfileConflicts({
  keys,
  mine,
  theirs,
  locale,
  onChoose,
}: {
  keys: readonly ProfileKey[];
  mine: ProfileValues;
  theirs: ProfileValues;
  locale: string;
  onChoose: (key: ProfileKey, choice: 'mine' | 'theirs') => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Box aria-labelledby="conflicts">
      <div>
        <h2 id="conflicts" tabIndex={-1} ref={heading}>
          Changed somewhere else meanwhile
        </h2>
        <p>Nothing is lost. Choose which to keep, then save.</p>
      </div>
      {keys.map((key) => (
        <div key={key}>
          <h3>{names[key]}</h3>
          <dl>
            <div>
              <dt>What you wrote here</dt>
              <dd>{inWords(key, mine, theirs, locale) || 'Empty'}</dd>
            </div>
            <div>
              <dt>What is saved now</dt>
              <dd>{inWords(key, theirs, mine, locale) || 'Empty'}</dd>
            </div>
          </dl>
          <div className="ways">
            <Button
              look="outline"
              onClick={() => onChoose(key, 'mine')}
              aria-label={`Keep mine: ${names[key]}`}
            >
              Keep mine
            </Button>
            <Button
              look="outline"
              onClick={() => onChoose(key, 'theirs')}
              aria-label={`Take what is saved: ${names[key]}`}
            >
              Take what is saved
            </Button>
          </div>
        </div>
      ))}
    </Box>
  );
}
