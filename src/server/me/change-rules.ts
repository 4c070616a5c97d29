// Validates a profile edit and maps it to columns. Pure, as are its helpers.
import type { ParsedBody } from '../../contract/api.ts';
import type { FieldError } from '../../contract/values/problems.ts';
import { parsePhone } from '../accounts/phone-rules.ts';
import { adultBornBy, fieldVisibilityOf } from '../people/rules.ts';
import { t } from '../words/t.ts';
import type { ProfileRow } from './queries.ts';

export type ProfileChange = Omit<ParsedBody<'PATCH /api/users/me/profile'>, 'version'>;

/** The columns of a partial update. */
export type ProfileColumns = {
  user: Partial<Pick<ProfileRow, 'name' | 'phone' | 'country_code' | 'birth_date'>>;
  profile: Partial<
    Pick<
      ProfileRow,
      | 'bio'
      | 'activities'
      | 'level'
      | 'region'
      | 'languages'
      | 'qualifications'
      | 'is_public'
      | 'field_visibility'
    >
  >;
};

/** Earlier birth dates are typing errors. */
const earliestBirth = '1900-01-01';

/** The columns that change, or all field errors. */
export function profileColumns(
  own: ProfileRow,
  given: ProfileChange,
  now: Date,
): ProfileColumns | { errors: FieldError[] } {
  const phone = phoneColumns(own, given);
  const errors = [...('path' in phone ? [phone] : []), ...ageErrors(own, given, now)];
  if (errors.length > 0) return { errors };
  const { bio, activities, level, region, languages, qualifications, isPublic } = given;
  return {
    user: {
      ...(given.name !== undefined && { name: given.name }),
      ...(given.birthDate !== undefined && { birth_date: given.birthDate }),
      ...(!('path' in phone) && phone),
    },
    profile: {
      ...(bio !== undefined && { bio: bio || null }),
      ...(activities && { activities: JSON.stringify(activities) }),
      ...(level !== undefined && { level }),
      ...(region !== undefined && { region: region || null }),
      ...(languages && { languages: JSON.stringify(languages) }),
      ...(qualifications && { qualifications: JSON.stringify(qualifications) }),
      ...(isPublic !== undefined && { is_public: isPublic ? 1 : 0 }),
      ...(given.fieldVisibility && {
        field_visibility: JSON.stringify({
          ...fieldVisibilityOf(own.field_visibility),
          ...given.fieldVisibility,
        }),
      }),
    },
  };
}

/** A phone number is validated with its country; the stored value is used for the one that was not sent. */
function phoneColumns(own: ProfileRow, given: ProfileChange): ProfileColumns['user'] | FieldError {
  if (given.phone === undefined && given.countryCode === undefined) return {};
  const read = parsePhone(
    given.phone === undefined ? own.phone : given.phone,
    given.countryCode ?? own.country_code,
  );
  return 'path' in read ? read : { phone: read.phone, country_code: read.countryCode };
}

/** docs/product.md, "Accounts": a profile can be public only after a birth date of 18 or more was given. */
function ageErrors(own: ProfileRow, given: ProfileChange, now: Date): FieldError[] {
  const birthDate = given.birthDate === undefined ? own.birth_date : given.birthDate;
  const isImpossible =
    given.birthDate && (given.birthDate < earliestBirth || given.birthDate > now.toISOString().slice(0, 10));
  if (isImpossible) return [{ path: 'birthDate', code: 'impossible', message: t('Check your birth date') }];
  const isPublic = given.isPublic ?? own.is_public === 1;
  if (!isPublic || (birthDate !== null && birthDate <= adultBornBy(now))) return [];
  return given.isPublic
    ? [
        {
          path: 'isPublic',
          code: 'not_adult',
          message: t('Enter your birth date first: only people of 18 or older can have a public profile'),
        },
      ]
    : [
        {
          path: 'birthDate',
          code: 'not_adult',
          message: t('A public profile is only for people of 18 or older. Make it private first'),
        },
      ];
}
