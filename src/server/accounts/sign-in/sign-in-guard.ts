// Slows password guessing. Each address has limits, and each account has a delay that grows with failures from many
// addresses. A device that signed in to the account before has a delay of its own, so no one can lock its owner out. Its
// failures are counted by its id, which stays when another user of the device signs in.
import { forEachUntilShutdown } from '../../db/yielding.ts';
import type { Deps } from '../../deps.ts';
import { createLimiter } from '../../http/limits/limiter.ts';
import { Problem } from '../../http/problem.ts';
import { addNotifications } from '../../notifications/queries.ts';
import { t } from '../../words/t.ts';
import { type CookieForm, deviceCookie, readCookie } from '../session/cookies.ts';
import { keyedHash } from '../session/tokens.ts';
import {
  findAttempts,
  findKnownAccount,
  forgetDevices,
  listUnreported,
  saveAttempt,
  saveDevice,
  takeUnreported,
  undoAttempt,
} from './attempt-queries.ts';
import { countAttempt, sameAddressMs } from './attempt-rules.ts';
import { type DeviceToken, nextDeviceToken, parseDeviceToken } from './device-tokens.ts';

/** A device that signed in to the account before; `isShared`: also to others. `key`: of its failures. */
type KnownDevice = { key: string; userId: string; isShared: boolean };

type Attempt = { name: string; userId: string | null; address: string; known: KnownDevice | null };

/** Uncounts an attempt that did not fail. */
type Undo = () => Promise<void>;

export type SignInGuard = {
  /** Throws 429 for a limited attempt, before the account is looked up; returns the device if it is known. */
  admit(given: { name: string; address: string; headers: Headers }): Promise<KnownDevice | null>;
  /** Counts the attempt as failed before its password is checked, so that concurrent attempts count too. */
  begin(attempt: Attempt): Promise<Undo>;
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
  if (!config.rateLimit) return { admit: async () => null, begin: async () => async () => {} };
  const { db } = database;
  const clock = () => now().getTime();
  const growing = { windowMs: 10_000, growing: true };
  const perAddress = createLimiter(clock, { count: 30, maxWaitMs: 60_000, ...growing });
  const perAddressAndName = createLimiter(clock, { count: 3, maxWaitMs: 15 * 60_000, ...growing });
  // None per address for known devices: strangers in the network could use it up.
  const perKnownDevice = createLimiter(clock, { count: 3, maxWaitMs: 15 * 60_000, ...growing });
  // Does not grow: guesses on a shared device must not lock the owner's other devices out.
  const perKnownAccount = createLimiter(clock, { count: 3, windowMs: 10_000 });
  const addresses = createLimiter(clock, { count: 1, windowMs: sameAddressMs });
  return {
    async admit({ name, address, headers }) {
      const known = await findKnownDevice(deps, headers, name);
      const wait = known
        ? perKnownDevice.take(known.key) || perKnownAccount.take(known.userId)
        : perAddress.take(address) || perAddressAndName.take(`${address} ${name}`);
      if (wait > 0) throw tooManyAttempts(wait);
      return known;
    },

    async begin({ name, userId, address, known }) {
      const keyHash = known?.key ?? attemptsKey(deps, `anywhere ${name}`);
      const isNewAddress = known !== null || addresses.take(`${address} ${name}`) === 0;
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
        // Typing errors on an owner's own devices are not reported; on a shared device they may be guesses of others.
        const ownerId = known?.isShared === false ? null : userId;
        if (await saveAttempt(db, { keyHash, userId: ownerId, before, after }))
          return () =>
            undoAttempt(db, { keyHash, counted, retryAt: after.retryAt, at: new Date(at).toISOString() });
      }
      throw accountDelayed(1);
    },
  };
}

const attemptsKey = ({ authSecret }: Pick<Deps, 'authSecret'>, text: string) =>
  keyedHash(authSecret, 'sign-in attempts', text);

async function findKnownDevice(deps: Deps, headers: Headers, name: string): Promise<KnownDevice | null> {
  const device = deviceTokenOf(deps, headers);
  const account = device && (await findKnownAccount(deps.database.db, device.hash, name));
  if (!account) return null;
  const { userId, passwordHash, isShared } = account;
  // With the password: after guesses at the old one, its owner can sign in with a new one right away.
  return { key: attemptsKey(deps, `device ${device.id} ${userId} ${passwordHash}`), userId, isShared };
}

function deviceTokenOf({ config }: Pick<Deps, 'config'>, headers: Headers): DeviceToken | null {
  const token = readCookie(headers, config.cookies.device);
  return token === null ? null : parseDeviceToken(token);
}

/** The stored form of the device's token; null without a token. */
export const deviceHashOf = (deps: Pick<Deps, 'config'>, headers: Headers): string | null =>
  deviceTokenOf(deps, headers)?.hash ?? null;

/** Remembers the device of a user who has just authenticated; returns the Set-Cookie value of its new token. */
export async function rememberDevice(
  deps: Deps,
  { userId, headers, form }: { userId: string; headers: Headers; form: CookieForm },
): Promise<string> {
  const before = deviceTokenOf(deps, headers);
  const next = nextDeviceToken(before);
  await saveDevice(deps.database.db, {
    userId,
    oldHash: before?.hash ?? null,
    newHash: next.hash,
    at: deps.now().toISOString(),
  });
  return deviceCookie(deps.config.cookies, next.token, form);
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
