/** The code of an invite link, from the code or the whole link, with or without a query: people paste either. */
export const inviteCodeIn = (text: string): string | null =>
  /([A-Za-z0-9_-]{4,64})\/?(?:[?#].*)?$/.exec(text.trim())?.[1] ?? null;
