// What others see of a profile, worked out from the rules of docs/product.md, "Privacy", so that its owner can look without a second
// account. Pure; a test compares it with the server's own answers to such people.
import type { Profile } from '../../../../contract/people/me.ts';
import type { User } from '../../../../contract/people/people.ts';
import { type Audience, audiences, type ProfileField } from '../../../../contract/values/enums.ts';

/** The kinds of viewers: anyone, a member of the same team, or a coach of one of their teams. */
export const viewerRoles = ['visitor', 'teammate', 'coach'] as const;
export type ViewerRole = (typeof viewerRoles)[number];

const adultAgeYears = 18;

/** Whether someone born on a day, `YYYY-MM-DD`, is 18 at `now`; the day is in UTC, as on the server. */
export function isAdult(birthDate: string | null, now: number): boolean {
  if (!birthDate) return false;
  const today = new Date(now).toISOString().slice(0, 10);
  return birthDate <= `${Number(today.slice(0, 4)) - adultAgeYears}${today.slice(4)}`;
}

/** A visitor never sees the other fields, whatever their audience. */
export const publicFields: ReadonlySet<ProfileField> = new Set(['activities', 'region', 'qualifications']);

const minAudience: Record<ViewerRole, Audience> = { visitor: 'public', teammate: 'team', coach: 'coaches' };

/** Whether everyone can find this profile: public, of an adult, with a confirmed address. */
export function isListed({ profile, birthDate, emailVerifiedAt }: Profile, now: number): boolean {
  return profile.isPublic && emailVerifiedAt !== null && isAdult(birthDate, now);
}

export type Seen = Omit<User, 'upcomingEvents' | 'isMe'>;

/** The profile as this viewer gets it; null where they get none. `now` in milliseconds. */
export function viewAs(me: Profile, viewerRole: ViewerRole, now: number): Seen | null {
  if (viewerRole === 'visitor' && !isListed(me, now)) return null;
  const { profile } = me;
  const isShown = (field: ProfileField) =>
    (viewerRole !== 'visitor' || publicFields.has(field)) &&
    audiences.indexOf(profile.fieldVisibility[field]) >= audiences.indexOf(minAudience[viewerRole]);
  const shown = <T>(field: ProfileField, value: T): T | null => (isShown(field) ? value : null);
  return {
    id: me.id,
    name: me.name,
    type: me.isCoach ? 'coach' : 'trainee',
    avatarSrc: profile.filePath,
    activities: shown('activities', profile.activities),
    region: shown('region', profile.region),
    qualifications: shown('qualifications', me.isCoach ? profile.qualifications : []),
    bio: shown('bio', profile.bio),
    level: shown('level', profile.level),
    languages: shown('languages', profile.languages),
    email: shown('email', me.email),
    phone: shown('phone', me.phone),
  };
}
