// Rules of people: who is an adult, and the audience of each profile field. Pure.
import { type Activity, activityNames } from '../../contract/values/activities.ts';
import {
  type Audience,
  audiences,
  type ProfileField,
  profileFields,
  type UserType,
} from '../../contract/values/enums.ts';
import { t } from '../words/t.ts';

/** In place of a person: a job, the operator or a visitor, who have no memberships and no replies. */
export const noPersonId = '00000000-0000-0000-0000-000000000000';

/** The age from which a person may have a public profile (docs/product.md, "Accounts"), in years. */
const adultAgeYears = 18;

/** The last birth date, `YYYY-MM-DD`, that makes a person an adult now; the day is counted in UTC. */
export function adultBornBy(now: Date): string {
  const day = now.toISOString().slice(0, 10);
  if (day !== lastAdults.day)
    lastAdults = { day, bornBy: Temporal.PlainDate.from(day).subtract({ years: adultAgeYears }).toString() };
  return lastAdults.bornBy;
}
/** Of the last call: nearly every read needs it, and it changes once a day. */
let lastAdults = { day: '', bornBy: '' };

/** The name to show for a person. A deleted account has none: say so in the reader's language. */
export const shownName = (name: string): string => name || t('Former member');

export function typeOf(isCoach: 0 | 1): UserType {
  return isCoach ? 'coach' : 'trainee';
}

export type FieldVisibility = Record<ProfileField, Audience>;

/** The audiences of a new profile's fields (docs/product.md, "Privacy"). A profile is not public until its person makes it so. */
export const defaultVisibility: FieldVisibility = {
  email: 'nobody',
  phone: 'nobody',
  bio: 'team',
  level: 'team',
  languages: 'team',
  activities: 'public',
  region: 'public',
  qualifications: 'public',
};

/** Fields that a visitor may see; the others need a session whatever their audience. */
const shownToVisitors: ReadonlySet<ProfileField> = new Set(['activities', 'region', 'qualifications']);

/** The audience of every field, from the stored JSON object, which holds only what was chosen. */
export function fieldVisibilityOf(json: string): FieldVisibility {
  if (json === '{}') return defaultVisibility;
  const chosen: Record<string, unknown> = JSON.parse(json);
  const entries = profileFields.map((field) => {
    const audience = audiences.find((name) => name === chosen[field]);
    return [field, audience ?? defaultVisibility[field]] as const;
  });
  return Object.fromEntries(entries) as FieldVisibility;
}

/** A viewer's relation to a person, from the most distant to the closest. */
export type Relation = 'visitor' | 'signedIn' | 'teammate' | 'coach' | 'self';

const widestHidden: Record<Relation, number> = {
  visitor: audiences.indexOf('signedIn'),
  signedIn: audiences.indexOf('team'),
  teammate: audiences.indexOf('coaches'),
  coach: audiences.indexOf('nobody'),
  self: -1,
};

/** Whether a viewer with this relation may see the field. */
export function isFieldShown(field: ProfileField, visibility: FieldVisibility, relation: Relation): boolean {
  if (relation === 'visitor' && !shownToVisitors.has(field)) return false;
  return audiences.indexOf(visibility[field]) > widestHidden[relation];
}

const knownActivities: ReadonlySet<string> = new Set(activityNames);

/** The activities of a stored JSON list, without unknown ones. */
export function activitiesOf(json: string): Activity[] {
  return textsOf(json).filter((name): name is Activity => knownActivities.has(name));
}

/** The texts of a stored JSON list. */
export function textsOf(json: string): string[] {
  return json === '[]' ? [] : JSON.parse(json);
}
