// The values of a profile's form: initial values, changes, and conflicts with changes made elsewhere. Pure.

import type { Profile } from '../../../../contract/people/me.ts';
import type { Activity } from '../../../../contract/values/activities.ts';
import type { Audience, Level, ProfileField } from '../../../../contract/values/enums.ts';

/** The fields as their controls hold them: an empty text is a missing value. */
export type ProfileValues = {
  name: string;
  bio: string;
  activities: Activity[];
  level: Level | '';
  region: string;
  languages: string[];
  /** One per line. */
  qualifications: string;
  birthDate: string;
  isPublic: boolean;
  fieldVisibility: Record<ProfileField, Audience>;
  phone: string;
  countryCode: string;
};
export type ProfileKey = keyof ProfileValues;

/** The changes, and the profile when they were made. */
export type ProfileDraft = { base: ProfileValues; typed: Partial<ProfileValues>; at: number };

const kinds: Record<ProfileKey, 'text' | 'list' | 'flag' | 'map'> = {
  name: 'text',
  bio: 'text',
  activities: 'list',
  level: 'text',
  region: 'text',
  languages: 'list',
  qualifications: 'text',
  birthDate: 'text',
  isPublic: 'flag',
  fieldVisibility: 'map',
  phone: 'text',
  countryCode: 'text',
};
const isKind = {
  text: (value: unknown) => typeof value === 'string',
  list: (value: unknown) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  flag: (value: unknown) => typeof value === 'boolean',
  map: (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

/** Whether a value stored on the device is a draft that this version of the app writes. */
export function isProfileDraft(value: unknown): value is ProfileDraft {
  const { base, typed, at } = (value ?? {}) as Record<string, Record<string, unknown> | undefined>;
  const keys = Object.keys(kinds) as ProfileKey[];
  const fits = (key: ProfileKey, field: unknown) => isKind[kinds[key]](field);
  return (
    Number.isFinite(at) &&
    isKind.map(base) &&
    isKind.map(typed) &&
    keys.every((key) => fits(key, base?.[key])) &&
    Object.entries(typed ?? {}).every(([key, field]) => key in kinds && fits(key as ProfileKey, field))
  );
}

export function valuesOf({ name, phone, countryCode, birthDate, profile }: Profile): ProfileValues {
  return {
    name,
    bio: profile.bio ?? '',
    activities: profile.activities,
    level: profile.level ?? '',
    region: profile.region ?? '',
    languages: profile.languages,
    qualifications: profile.qualifications.join('\n'),
    birthDate: birthDate ?? '',
    isPublic: profile.isPublic,
    fieldVisibility: profile.fieldVisibility,
    phone: phone ?? '',
    countryCode,
  };
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));

/** Sorts the keys of objects, whose order does not matter; lists keep their order. */
function sorted(value: unknown): unknown {
  return value && typeof value === 'object' && !Array.isArray(value)
    ? Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
    : value;
}

/** The fields to save: changed, and different from the current profile. */
export function changesOf(draft: ProfileDraft | null, now: ProfileValues): ProfileKey[] {
  const keys = Object.keys(draft?.typed ?? {}) as ProfileKey[];
  return keys.filter((key) => !isSame(draft?.typed[key], now[key]));
}

/** The fields that were changed here and elsewhere in different ways: the person chooses. */
export function conflictsOf(draft: ProfileDraft | null, now: ProfileValues): ProfileKey[] {
  return changesOf(draft, now).filter((key) => draft && !isSame(draft.base[key], now[key]));
}

/** The draft with one more changed field. */
export function typedInto<K extends ProfileKey>(
  draft: ProfileDraft | null,
  { key, value, now, at }: { key: K; value: ProfileValues[K]; now: ProfileValues; at: number },
): ProfileDraft {
  return { base: draft?.base ?? now, typed: { ...draft?.typed, [key]: value }, at };
}

/**
 * The draft after the person has resolved a conflict: their value stays a change, or the current value wins.
 */
export function resolved(
  draft: ProfileDraft,
  key: ProfileKey,
  choice: 'mine' | 'theirs',
  now: ProfileValues,
): ProfileDraft {
  const { [key]: mine, ...others } = draft.typed;
  return {
    ...draft,
    base: { ...draft.base, [key]: now[key] },
    typed: choice === 'mine' ? { ...others, [key]: mine } : others,
  };
}

const lines = (text: string) => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

/**
 * The request body of the edit: the changed fields in the contract's form. Country and phone are sent
 * together.
 */
export function bodyOf(values: ProfileValues, keys: readonly ProfileKey[]) {
  const has = (key: ProfileKey) => keys.includes(key);
  const { name, bio, activities, level, region, languages, birthDate, isPublic, fieldVisibility } = values;
  return {
    ...(has('name') && { name }),
    ...(has('bio') && { bio: bio.trim() || null }),
    ...(has('activities') && { activities }),
    ...(has('level') && { level: level || null }),
    ...(has('region') && { region: region.trim() || null }),
    ...(has('languages') && { languages }),
    ...(has('qualifications') && { qualifications: lines(values.qualifications) }),
    ...(has('birthDate') && { birthDate: birthDate || null }),
    ...(has('isPublic') && { isPublic }),
    ...(has('fieldVisibility') && { fieldVisibility }),
    ...((has('phone') || has('countryCode')) && { phone: values.phone, countryCode: values.countryCode }),
  };
}
