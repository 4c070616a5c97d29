// Conflicts of my profile that was changed here and elsewhere: both versions of each field, and the person
// chooses.

import { chakra } from '@chakra-ui/react/styled-system';
import { type ProfileField, profileFields } from '../../../../contract/values/enums.ts';
import { activityText } from '../../../format/words/activity.ts';
import { languageNames, levelName } from '../../../format/words/vocabulary.ts';
import { Conflicts } from '../../../ui/forms/conflicts.tsx';
import { type Message, msg, t } from '../../../words/t.ts';
import { audienceName, effectiveAudience } from './audience.ts';
import type { ProfileKey, ProfileValues } from './edits.ts';

const Place = chakra('div', { base: { mb: '6' } });

const names: Record<ProfileKey | ProfileField, Message> = {
  name: msg('Name'),
  bio: msg('About me'),
  activities: msg('Activities'),
  level: msg('Level'),
  region: msg('Town or region'),
  languages: msg('Languages'),
  qualifications: msg('Qualifications'),
  birthDate: msg('Birth date'),
  isPublic: msg('Public profile'),
  fieldVisibility: msg('Who sees what'),
  email: msg('E-mail'),
  phone: msg('Phone'),
  countryCode: msg('Country'),
};

function inWords(key: ProfileKey, values: ProfileValues, other: ProfileValues, locale: string): string {
  switch (key) {
    case 'activities':
      return activityText(values.activities);
    case 'languages':
      return languageNames(values.languages, locale);
    case 'level':
      return values.level && levelName(values.level);
    case 'isPublic':
      return values.isPublic ? t('On') : t('Off');
    case 'fieldVisibility':
      return profileFields
        .filter((field) => values.fieldVisibility[field] !== other.fieldVisibility[field])
        .map(
          (field) =>
            `${t(names[field])}: ${t(audienceName[effectiveAudience(field, values.fieldVisibility[field])])}`,
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
    name: t(names[key]),
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
