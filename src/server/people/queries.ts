// SQL about people. The only place that says in SQL who may be listed in public.
import { type RawBuilder, sql } from 'kysely';
import type { ProfileField } from '../../contract/words.ts';

/**
 * Whether the person of this `users` alias may be named in public: public profile, 18 or older, confirmed address,
 * not suspended. `bornBy` is `adultBornBy` of rules.ts.
 */
export function isListable(users: string, bornBy: string | RawBuilder<string>): RawBuilder<boolean> {
  const u = sql.ref.bind(sql);
  return sql<boolean>`(${u(`${users}.birth_date`)} <= ${bornBy} and ${u(`${users}.suspended_at`)} is null and ${u(`${users}.email_verified_at`)} is not null and exists (select 1 from profiles listed where listed.user_id = ${u(`${users}.id`)} and listed.is_public = 1))`;
}

/** Whether a field whose audience is `public` by default is still so. The JSON is ours, so its quoted form is exact. */
export function isFieldPublic(fieldVisibility: RawBuilder<string>, field: ProfileField): RawBuilder<boolean> {
  return sql<boolean>`(${fieldVisibility} not like ${`%"${field}":%`} or ${fieldVisibility} like ${`%"${field}":"public"%`})`;
}
