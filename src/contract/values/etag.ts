// The content hash in the ETag of an answer.

/** In base64url characters. */
export const contentHashLength = 16;

const pattern = new RegExp(`"([\\w-]{${contentHashLength}})`);

/** The hash without the rest of the ETag: a compressing proxy adds `W/` or a suffix. Null without a hash. */
export const contentHashOf = (etag: string | null): string | null => etag?.match(pattern)?.[1] ?? null;
