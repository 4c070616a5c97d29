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

/** The longest that a new session waits for the profile. useProfileSync() reads it again. */
const profileWaitMs = 2000;

/** Fetches the profile of a user. Without an answer in time the basic user is shown. */
export async function withProfile({ id, username, avatarSrc }: SessionUser): Promise<StoredUser> {
  const basic: StoredUser = { id, name: username, username, email: '', type: 'trainee', avatarSrc };
  try {
    const signal = AbortSignal.timeout(profileWaitMs);
    const fields = fieldsOf(await callApi('GET /api/users/me/profile', { signal }));
    return { ...basic, ...fields, avatarSrc: fields.avatarSrc ?? avatarSrc };
  } catch (error) {
    console.warn('The profile was not fetched.', error);
    return basic;
  }
}

/** Copies a profile that was read or saved into the stored user. */
export const adoptProfile = (profile: Profile): void =>
  changeStoredUser({ type: 'profileRead', id: profile.id, profile: fieldsOf(profile) });
