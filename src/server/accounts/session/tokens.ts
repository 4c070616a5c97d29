// Issues and verifies tokens: signed access tokens and opaque random tokens. No database, no HTTP.
import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';

/** Lifetime of an access token (docs/quality.md, "Security"). */
const accessSeconds = 15 * 60;
const maxCached = 10_000;

/** An opaque token of 256 random bits, base64url. */
export const randomToken = () => randomBytes(32).toString('base64url');

/** SHA-256 of an opaque token, the form that is stored. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url');

/** Derives a key for one purpose (HKDF, RFC 5869), so that two uses of the secret never share a key. */
function keyFor(secret: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `sideline ${purpose}`, 32));
}

/** HMAC of a typed name, the form that is stored: a guess cannot be checked without the secret. */
export const keyedHash = (secret: Uint8Array, purpose: string, text: string): string =>
  createHmac('sha256', keyFor(secret, purpose)).update(text).digest('base64url');

/** The successor of a refresh token: deterministic, and unguessable without the secret. */
export function successorOf(secret: Uint8Array, token: string): string {
  return keyedHash(secret, 'refresh token successor', token);
}

type AccessClaims = { userId: string; sessionId: string; expiresAtMs: number };

export type AccessTokens = {
  sign(userId: string, sessionId: string): Promise<{ token: string; expiresAt: Date }>;
  /** The claims of an authentic token, expired or not; null for anything else. */
  read(token: string): Promise<AccessClaims | null>;
};

/** Access tokens are JWTs with HS256 only. Caches verified tokens, up to `maxCached`. */
export function createAccessTokens(secret: Uint8Array, now: () => Date): AccessTokens {
  const key = keyFor(secret, 'access token');
  const verified = new Map<string, AccessClaims>();
  return {
    async sign(userId, sessionId) {
      const issuedAt = Math.floor(now().getTime() / 1000);
      const expiresAt = issuedAt + accessSeconds;
      const token = await new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setSubject(userId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(key);
      return { token, expiresAt: new Date(expiresAt * 1000) };
    },
    async read(token) {
      const known = verified.get(token);
      if (known) return known;
      const claims = await verify(token, key, now());
      if (claims && claims.expiresAtMs > now().getTime()) remember(verified, token, claims);
      return claims;
    },
  };
}

async function verify(token: string, key: Uint8Array, at: Date): Promise<AccessClaims | null> {
  const payload = await jwtVerify(token, key, {
    algorithms: ['HS256'],
    requiredClaims: ['sub', 'exp'],
    currentDate: at,
  }).then(
    (result) => result.payload,
    // jose checks the times only after the signature.
    (error: unknown) => (error instanceof errors.JWTExpired ? error.payload : null),
  );
  if (typeof payload?.sub !== 'string' || typeof payload.sid !== 'string' || typeof payload.exp !== 'number')
    return null;
  return { userId: payload.sub, sessionId: payload.sid, expiresAtMs: payload.exp * 1000 };
}

function remember(verified: Map<string, AccessClaims>, token: string, claims: AccessClaims) {
  const oldest = verified.size >= maxCached ? verified.keys().next().value : undefined;
  if (oldest !== undefined) verified.delete(oldest);
  verified.set(token, claims);
}
