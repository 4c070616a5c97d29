// The words for the details of a profile and for their audiences.

import type { Profile } from '../../../../contract/people/me.ts';
import type { Audience, ProfileField } from '../../../../contract/values/enums.ts';
import { activityText } from '../../../format/words/activity.ts';
import { languageNames, levelName } from '../../../format/words/vocabulary.ts';
import type { ChromeIconName } from '../../../ui/icons/chrome-icons.ts';
import { type Message, msg, t } from '../../../words/t.ts';
import { publicFields } from './view-as.ts';

export const audienceName: Record<Audience, Message> = {
  nobody: msg('Only you'),
  coaches: msg('Your coaches'),
  team: msg('Your teams'),
  signedIn: msg('Everyone signed in'),
  public: msg('Everyone'),
};

const seenBy: Record<Audience, Message> = {
  nobody: msg('Only you see this'),
  coaches: msg('Seen by your coaches'),
  team: msg('Seen by your teams'),
  signedIn: msg('Seen by everyone signed in'),
  public: msg('Seen by everyone'),
};
/** The same while the profile is not public, where that makes a difference. */
const oncePublic: Partial<Record<Audience, Message>> = {
  signedIn: msg('Seen by everyone signed in once your profile is public. Until then, only your teams'),
  public: msg('Seen by everyone once your profile is public. Until then, only your teams'),
};

/** Contact, level and languages are never public, so their widest audience is everyone signed in. */
export const effectiveAudience = (field: ProfileField, audience: Audience): Audience =>
  audience === 'public' && !publicFields.has(field) ? 'signedIn' : audience;

export type Detail = { field: ProfileField; label: string; icon: ChromeIconName; value: string | null };

/** Every detail with an audience of its own; `value` is null where the field is empty. */
export function detailsOf({ email, phone, isCoach, profile }: Profile, locale: string): Detail[] {
  const { bio, level, languages, region, qualifications } = profile;
  const details: Detail[] = [
    { field: 'bio', label: t('About me'), icon: 'user', value: bio },
    {
      field: 'activities',
      label: t('Activities'),
      icon: 'compass',
      value: activityText(profile.activities) || null,
    },
    { field: 'level', label: t('Level'), icon: 'check', value: level && levelName(level) },
    { field: 'region', label: t('Region'), icon: 'map-pin', value: region },
    {
      field: 'languages',
      label: t('Languages'),
      icon: 'globe',
      value: languageNames(languages, locale) || null,
    },
    {
      field: 'qualifications',
      label: t('Qualifications'),
      icon: 'award',
      value: qualifications.join(', ') || null,
    },
    { field: 'email', label: t('E-mail'), icon: 'mail', value: email },
    { field: 'phone', label: t('Phone'), icon: 'phone', value: phone || null },
  ];
  return isCoach ? details : details.filter(({ field }) => field !== 'qualifications');
}

/** Who can see a detail now: while the profile is not public, only people in the same teams. */
export function shownTo({ profile }: Profile, field: ProfileField): string {
  const audience = effectiveAudience(field, profile.fieldVisibility[field]);
  const text = (profile.isPublic ? null : oncePublic[audience]) ?? seenBy[audience];
  return t(text);
}
