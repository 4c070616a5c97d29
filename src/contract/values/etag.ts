// The name that an answer's ETag gives to its content.

/** In characters of base64url. */
export const contentNameLength = 16;

const pattern = new RegExp(`"([\\w-]{${contentNameLength}})`);

/** That name alone: a proxy that compresses weakens the tag, or adds how it did. Null where there is none. */
export const contentNameOf = (etag: string | null): string | null => etag?.match(pattern)?.[1] ?? null;
