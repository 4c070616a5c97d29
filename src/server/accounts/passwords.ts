// Passwords: hashing with argon2id behind a bounded queue, and which ones are refused. Knows no database.
import { hash, verify } from '@node-rs/argon2';
import type { FieldError } from '../../contract/values/problems.ts';
import { createGate } from '../http/limits/gate.ts';
import { t } from '../words/t.ts';

/** OWASP's minimum for argon2id, the library's default variant: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };

/** Stands in for the hash of an account that is not there, so that both take the same time. Of random bytes, kept by nobody. */
export const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$pjs+6PW7ax/jzcYKQrY+3A$Xwt0eY0c0YkHB8Ic86UHoomXCqVTIXAYdoFbvvoginA';

/** One gate for the process: what it guards is this machine's memory and cores. */
const throughGate = createGate({
  running: 2,
  waiting: 32,
  refusal: () => t('A lot of people are signing in right now. Try again in a moment.'),
});

/** What waits for the gate, for the metrics. */
export const passwordQueue = throughGate.state;

/** The same text typed on different keyboards is the same password (NIST SP 800-63B, 3.1.1.2). */
const normalized = (password: string) => password.normalize('NFKC');

/** The argon2id hash to store. Throws 503 when too many are waiting. */
export function hashPassword(password: string): Promise<string> {
  return throughGate(() => hash(normalized(password), cost));
}

/** Whether this is the password behind `storedHash`; with null, for an unknown account, takes as long and says no. */
export function verifyPassword(storedHash: string | null, password: string): Promise<boolean> {
  const isReal = storedHash?.startsWith('$argon2id$') ?? false;
  return throughGate(async () => {
    const isRight = await verify(isReal && storedHash ? storedHash : dummyHash, normalized(password));
    return isReal && isRight;
  });
}

/**
 * Why this password is refused, at `password`; null when it is fine. `names` are the username and the e-mail address:
 * a password may not hold one of them, nor an address's local part, nor be a piece of one.
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

/** Loaded with the first use: it takes 20 ms and some megabytes, which a start need not wait for. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return common;
}
