// Ids of objects that this device creates, perhaps offline: UUIDv7 (RFC 9562), like the server's own.

/** 48 bits of time, then random bits around the version and variant fields. */
export function newId(
  now: number = Date.now(),
  random: Uint8Array = crypto.getRandomValues(new Uint8Array(10)),
): string {
  const time = now.toString(16).padStart(12, '0');
  const bytes = [...random];
  bytes[0] = ((bytes[0] ?? 0) & 0x0f) | 0x70;
  bytes[2] = ((bytes[2] ?? 0) & 0x3f) | 0x80;
  const hex = time + bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
