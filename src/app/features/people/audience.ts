// The words for the details of a profile and who may see each.
import { activities } from '../../../contract/activities.ts';
import type { Profile } from '../../../contract/me.ts';
import type { Audience, ProfileField } from '../../../contract/words.ts';
import { levelName } from '../../format/words.ts';
import type { ChromeIconName } from '../../ui/chrome-icons.ts';

const audienceText: Record<Audience, string> = {
  nobody: 'Only you see this',
  coaches: 'Seen by your coaches',
  team: 'Seen by your teams',
  signedIn: 'Seen by everyone signed in',
  public: 'Seen by everyone',
};

export type Detail = { field: ProfileField; label: string; icon: ChromeIconName; value: string | null };

/** Languages as the locale names them. */
function languageNames(codes: readonly string[], locale: string): string {
  const names = new Intl.DisplayNames([locale, 'en'], { type: 'language' });
  return codes
    .map((code) => {
      try {
        return names.of(code) ?? code;
      } catch {
        return code;
      }
    })
    .join(', ');
}

/** Every detail with an audience of its own; `value` is null where nothing was given. */
export function detailsOf({ email, phone, profile }: Profile, locale: string): Detail[] {
  const { bio, level, languages, region, qualifications } = profile;
  const played = profile.activities.map((activity) => activities[activity].name).join(', ');
  return [
    { field: 'bio', label: 'About me', icon: 'user', value: bio },
    { field: 'activities', label: 'Activities', icon: 'compass', value: played || null },
    { field: 'level', label: 'Level', icon: 'check', value: level && levelName(level) },
    { field: 'region', label: 'Region', icon: 'map-pin', value: region },
    {
      field: 'languages',
      label: 'Languages',
      icon: 'globe',
      value: languageNames(languages, locale) || null,
    },
    {
      field: 'qualifications',
      label: 'Qualifications',
      icon: 'circle-check',
      value: qualifications.join(', ') || null,
    },
    { field: 'email', label: 'E-mail', icon: 'mail', value: email },
    { field: 'phone', label: 'Phone', icon: 'phone', value: phone || null },
  ];
}

/** Who may see a detail now: while the profile is not public, nobody beyond the people one knows. */
export function shownTo(profile: Profile, field: ProfileField): string {
  const audience = profile.profile.fieldVisibility[field];
  if (audience === 'public' && !profile.profile.isPublic)
    return 'Seen by everyone, if your profile is public';
  return audienceText[audience];
}
