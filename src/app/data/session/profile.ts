// The profile of the signed-in user as part of the session (docs/product.md, "Accounts").
import type { SessionUser } from '../../../contract/people/auth.ts';
import type { Profile } from '../../../contract/people/me.ts';
import { callApi } from '../http/call.ts';
import type { ProfileFields, StoredUser } from './session.ts';
import { changeStoredUser } from './stored-session.ts';

const fieldsOf = ({ name, email, isCoach, profile }: Profile): ProfileFields => ({
  name,
  email,
  type: isCoach ? 'coach' : 'trainee',
  avatarSrc: profile.filePath,
});

/** Fetches the profile of a user. Without an answer the basic user is shown. */
export async function withProfile({ id, username, avatarSrc }: SessionUser): Promise<StoredUser> {
  const basic: StoredUser = { id, name: username, username, email: '', type: 'trainee', avatarSrc };
  try {
    const fields = fieldsOf(await callApi('GET /api/users/me/profile', {}));
    return { ...basic, ...fields, avatarSrc: fields.avatarSrc ?? avatarSrc };
  } catch (error) {
    console.warn('The profile could not be fetched; showing the basic user.', error);
    return basic;
  }
}

/** Copies a profile that was read or saved into the stored user. */
export const adoptProfile = (profile: Profile): void =>
  changeStoredUser({ type: 'profileRead', id: profile.id, profile: fieldsOf(profile) });
