// The address of PostgreSQL with the setting that it comes from, so that an error can name the wrong one.

export type PostgresSetting = 'DATABASE_URL' | 'DATABASE_DIRECT_URL';
export type PostgresAddress = { url: string; setting: PostgresSetting };

/** The address without a pooler, for work that holds one connection; null for an embedded database. */
export function directAddress({
  databaseUrl,
  databaseDirectUrl,
}: {
  databaseUrl: string | null;
  databaseDirectUrl: string | null;
}): PostgresAddress | null {
  if (databaseDirectUrl !== null) return { url: databaseDirectUrl, setting: 'DATABASE_DIRECT_URL' };
  return databaseUrl === null ? null : { url: databaseUrl, setting: 'DATABASE_URL' };
}
