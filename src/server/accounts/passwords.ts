// Password hashing with argon2id behind a bounded queue, and the password policy. No database access.
import { hash, verify } from '@node-rs/argon2';
import type { FieldError } from '../../contract/values/problems.ts';
import { createSemaphore } from '../http/limits/semaphore.ts';
import { t } from '../words/t.ts';

/** OWASP's minimum for argon2id, the library's default variant: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };

/** Dummy hash of random bytes, so that unknown users take as long as known ones. */
export const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$pjs+6PW7ax/jzcYKQrY+3A$Xwt0eY0c0YkHB8Ic86UHoomXCqVTIXAYdoFbvvoginA';

/** One semaphore per process: it limits the memory and cores that hashing takes. */
const withHashingSlot = createSemaphore({
  running: 2,
  waiting: 32,
  refusal: () => t('A lot of people are signing in right now. Try again in a moment.'),
});

/** Queue length, for the metrics. */
export const passwordQueue = withHashingSlot.state;

/** Keyboards encode the same text differently, so passwords are normalized (NIST SP 800-63B, 3.1.1.2). */
const normalized = (password: string) => password.normalize('NFKC');

/** The argon2id hash to store. Throws 503 when too many are waiting. */
export function hashPassword(password: string): Promise<string> {
  return withHashingSlot(() => hash(normalized(password), cost));
}

/** Whether the password matches `storedHash`; with null (unknown account) it takes as long and returns false. */
export function verifyPassword(storedHash: string | null, password: string): Promise<boolean> {
  const isReal = storedHash?.startsWith('$argon2id$') ?? false;
  return withHashingSlot(async () => {
    const isRight = await verify(isReal && storedHash ? storedHash : dummyHash, normalized(password));
    return isReal && isRight;
  });
}

/**
 * A field error at `password` for a refused password; null otherwise. A password must neither contain the username, the
 * e-mail address or its local part, nor be contained in one of them.
 */
export async function refusePassword(
  password: string,
  names: { username: string; email: string },
): Promise<FieldError | null> {
  const typed = normalized(password).toLowerCase();
  const own = [names.username, names.email, names.email.split('@')[0] ?? ''].map((name) =>
    name.toLowerCase(),
  );
  if (
    own.some((name) => name === typed || name.includes(typed) || (name.length >= 4 && typed.includes(name)))
  )
    return {
      path: 'password',
      code: 'too_similar',
      message: t('Leave your username and e-mail address out of the password'),
    };
  if ((await commonPasswords()).has(typed))
    return {
      path: 'password',
      code: 'too_common',
      message: t('Too many people use this password. Choose another one'),
    };
  return null;
}

let common: Promise<ReadonlySet<string>> | undefined;

/** Loaded on first use: it takes 20 ms and some megabytes, and would slow down the start. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return common;
}
