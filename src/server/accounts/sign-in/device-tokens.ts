// Tokens of known devices: `<id>.<secret>`. A sign-in replaces the secret and keeps the id, by which failures are counted.
import { hashToken, randomToken } from '../session/tokens.ts';

/** `hash` is what the database stores: an id is only as good as the secret beside it. */
export type DeviceToken = { id: string; hash: string };

const pattern = /^(?:([\w-]{43})\.)?([\w-]{43})$/;

/** Null for anything that the server cannot have issued. */
export function parseDeviceToken(token: string): DeviceToken | null {
  const [, id, secret] = pattern.exec(token) ?? [];
  if (secret === undefined) return null;
  const hash = hashToken(secret);
  // Older tokens have no id. Their hash becomes it.
  return id === undefined ? { id: hash, hash } : { id, hash: `${id}.${hash}` };
}

/** The next token of this device; a device without one gets a new id. */
export function nextDeviceToken(before: DeviceToken | null): { token: string; hash: string } {
  const id = before?.id ?? randomToken();
  const secret = randomToken();
  return { token: `${id}.${secret}`, hash: `${id}.${hashToken(secret)}` };
}
