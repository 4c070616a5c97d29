// Slows password guessing. Each address has limits, and each account has a delay that grows with failures from many
// addresses. A device that signed in to the account before has a delay of its own, so no one can lock its owner out.
import { forEachUntilShutdown } from '../../db/yielding.ts';
import type { Deps } from '../../deps.ts';
import { createLimiter } from '../../http/limits/limiter.ts';
import { Problem } from '../../http/problem.ts';
import { addNotifications } from '../../notifications/queries.ts';
import { t } from '../../words/t.ts';
import { type CookieForm, deviceCookie, readCookie } from '../session/cookies.ts';
import { hashToken, keyedHash, randomToken } from '../session/tokens.ts';
import {
  findAttempts,
  forgetDevices,
  isKnownDevice,
  listUnreported,
  saveAttempt,
  saveDevice,
  takeUnreported,
  undoAttempt,
} from './attempt-queries.ts';
import { countAttempt, sameAddressMs } from './attempt-rules.ts';

type Attempt = { name: string; userId: string | null; address: string; headers: Headers };

/** Uncounts an attempt that did not fail. */
type Undo = () => Promise<void>;

export type SignInGuard = {
  /** Throws 429 for a limited attempt, before the account is looked up; returns whether the device is known. */
  admit(given: { name: string; address: string; headers: Headers }): Promise<{ isKnown: boolean }>;
  /** Counts the attempt as failed before its password is checked, so that concurrent attempts count too. */
  begin(attempt: Attempt & { isKnown: boolean }): Promise<Undo>;
};

const tooManyAttempts = (retryAfterSeconds: number) =>
  new Problem('rate_limited', t('Too many attempts to sign in. Wait a moment.'), { retryAfterSeconds });

/** The same response for accounts that do not exist (no user enumeration). */
const accountDelayed = (retryAfterSeconds: number) =>
  new Problem(
    'rate_limited',
    t(
      'Too many attempts to sign in to this account. Wait, or choose a new password by e-mail: that works right away.',
    ),
    { retryAfterSeconds },
  );

/** Retries of the optimistic update. */
const maxTries = 5;

export function createSignInGuard(deps: Deps): SignInGuard {
  const { config, database, now } = deps;
  if (!config.rateLimit)
    return { admit: async () => ({ isKnown: false }), begin: async () => async () => {} };
  const { db } = database;
  const clock = () => now().getTime();
  const perAddress = createLimiter(clock, { count: 30, windowMs: 10_000, growing: true, maxWaitMs: 60_000 });
  const perAddressAndName = createLimiter(clock, {
    count: 3,
    windowMs: 10_000,
    growing: true,
    maxWaitMs: 15 * 60_000,
  });
  const addresses = createLimiter(clock, { count: 1, windowMs: sameAddressMs });
  return {
    async admit({ name, address, headers }) {
      const device = deviceHashOf(deps, headers);
      if (device !== null && (await isKnownDevice(db, device, name))) {
        const wait = perAddressAndName.take(`${device} ${name}`);
        if (wait > 0) throw tooManyAttempts(wait);
        return { isKnown: true };
      }
      const wait = perAddress.take(address) || perAddressAndName.take(`${address} ${name}`);
      if (wait > 0) throw tooManyAttempts(wait);
      return { isKnown: false };
    },

    async begin({ name, userId, address, headers, isKnown }) {
      const place = isKnown ? `device ${deviceHashOf(deps, headers)}` : 'anywhere';
      const keyHash = keyedHash(deps.authSecret, 'sign-in attempts', `${place} ${name}`);
      const isNewAddress = isKnown || addresses.take(`${address} ${name}`) === 0;
      for (let tries = 0; tries < maxTries; tries += 1) {
        const at = clock();
        const before = (await findAttempts(db, keyHash)) ?? null;
        const outcome = countAttempt(
          before && {
            failures: before.failures,
            retryAt: Date.parse(before.retry_at),
            lastFailedAt: Date.parse(before.last_failed_at),
          },
          { at, isNewAddress },
        );
        if ('waitMs' in outcome) throw accountDelayed(Math.ceil(outcome.waitMs / 1000));
        const { after, counted } = outcome;
        // Typing errors on an owner's own devices are not reported.
        const ownerId = isKnown ? null : userId;
        if (await saveAttempt(db, { keyHash, userId: ownerId, before, after }))
          return () =>
            undoAttempt(db, { keyHash, counted, retryAt: after.retryAt, at: new Date(at).toISOString() });
      }
      throw accountDelayed(1);
    },
  };
}

/** The hash of the device's token; null without a token. */
export function deviceHashOf({ config }: Pick<Deps, 'config'>, headers: Headers): string | null {
  const token = readCookie(headers, config.cookies.device);
  return token && hashToken(token);
}

/** Remembers the device of a user who has just authenticated; returns the Set-Cookie value of its new token. */
export async function rememberDevice(
  deps: Deps,
  { userId, headers, form }: { userId: string; headers: Headers; form: CookieForm },
): Promise<string> {
  const token = randomToken();
  await saveDevice(deps.database.db, {
    userId,
    oldHash: deviceHashOf(deps, headers),
    newHash: hashToken(token),
    at: deps.now().toISOString(),
  });
  return deviceCookie(deps.config.cookies, token, form);
}

/** Deletes the user's known devices, except the one that sent the request. */
export function forgetOtherDevices(deps: Deps, userId: string, headers: Headers): Promise<void> {
  return forgetDevices(deps.database.db, userId, deviceHashOf(deps, headers));
}

const ownersAtOnce = 200;

/** Notifies owners of failed attempts at their accounts, each at most once a day. */
export async function reportSignInAttempts({ database, now, shutdown }: Deps): Promise<void> {
  const at = now();
  await forEachUntilShutdown(shutdown, await listUnreported(database.db, at, ownersAtOnce), (userId) =>
    database.db.transaction().execute(async (db) => {
      const count = await takeUnreported(database.dialect, db, userId, at);
      if (count === null) return;
      const changes = [{ field: 'attempts', before: null, after: String(count) }];
      await addNotifications(db, [{ userId, kind: 'signInAttempts', changes }], at.toISOString());
    }),
  );
}
