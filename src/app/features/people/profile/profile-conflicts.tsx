// Conflicts of my profile that was changed here and elsewhere: both versions of each field, and the person
// chooses.
import { chakra } from '@chakra-ui/react/styled-system';
import { activities } from '../../../../contract/values/activities.ts';
import { type ProfileField, profileFields } from '../../../../contract/values/words.ts';
import { languageNames, levelName } from '../../../format/words.ts';
import { Conflicts } from '../../../ui/forms/conflicts.tsx';
import { audienceName, effectiveAudience } from './audience.ts';
import type { ProfileKey, ProfileValues } from './edits.ts';

const Place = chakra('div', { base: { mb: '6' } });

const names: Record<ProfileKey | ProfileField, string> = {
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
  email: 'E-mail',
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
        .map(
          (field) =>
            `${names[field]}: ${audienceName[effectiveAudience(field, values.fieldVisibility[field])]}`,
        )
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
  const conflicts = keys.map((key) => ({
    name: names[key],
    keys: [key],
    mine: inWords(key, mine, theirs, locale),
    theirs: inWords(key, theirs, mine, locale),
  }));
  return (
    <Place>
      <Conflicts
        conflicts={conflicts}
        onChoose={([key], choice) => {
          if (key) onChoose(key, choice);
        }}
      />
    </Place>
  );
}
