// `list-users`: lists accounts by username, in pages.
import { listUsers as findUsers } from '../../../accounts/admin-queries.ts';
import { readSettings, withDatabase } from '../database.ts';
import { UsageError, type Verb } from '../verb.ts';

const most = 1000;

export const listUsers: Verb = {
  name: 'list-users',
  summary: 'List accounts, by username',
  options: {
    search: { type: 'string', value: 'text', meaning: 'Only where username, address or name hold this.' },
    admins: { type: 'boolean', meaning: 'Only administrators.' },
    suspended: { type: 'boolean', meaning: 'Only suspended accounts.' },
    unconfirmed: { type: 'boolean', meaning: 'Only accounts whose address is not confirmed.' },
    limit: { type: 'string', value: 'n', meaning: `How many, 1 to ${most}; 50 where it is left out.` },
    after: { type: 'string', value: 'username', meaning: 'The page after this one.' },
  },
  details: ['Accounts whose person left are not listed, and passwords are never shown, not even as hashes.'],
  beside: 'works: it only reads.',
  async run(given, io) {
    const limit = pageSize(given.text('limit') ?? '50');
    const rows = await withDatabase(readSettings(io), {}, ({ db }) =>
      findUsers(db, {
        search: given.text('search'),
        admins: given.flag('admins'),
        suspended: given.flag('suspended'),
        unconfirmed: given.flag('unconfirmed'),
        after: given.text('after')?.toLowerCase(),
        limit: limit + 1,
      }),
    );
    const users = rows.slice(0, limit).map((row) => ({
      id: row.id,
      username: row.username,
      name: row.name,
      email: row.email,
      isAdmin: row.is_admin === 1,
      emailConfirmedAt: row.email_verified_at,
      suspendedAt: row.suspended_at,
      createdAt: row.created_at,
      lastSeenAt: row.last_seen_at,
    }));
    const next = rows.length > limit ? (users.at(-1)?.username ?? null) : null;
    return {
      lines: [
        ...table(users.map(lineOf)),
        next === null
          ? `${users.length} ${users.length === 1 ? 'account' : 'accounts'}.`
          : `More: add --after ${next}`,
      ],
      data: { users, next },
    };
  },
};

function pageSize(text: string): number {
  const size = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (size < 1 || size > most) throw new UsageError(`--limit is a number from 1 to ${most}.`);
  return size;
}

type User = { username: string; name: string; email: string; isAdmin: boolean } & Record<
  'emailConfirmedAt' | 'suspendedAt' | 'lastSeenAt',
  string | null
>;

const lineOf = (user: User) => [
  user.username,
  user.name,
  user.email,
  [
    user.isAdmin ? 'administrator' : '',
    user.suspendedAt === null ? '' : 'suspended',
    user.emailConfirmedAt === null ? 'unconfirmed' : '',
  ]
    .filter((word) => word !== '')
    .join(', '),
  user.lastSeenAt?.slice(0, 10) ?? 'never',
];

/** Formats a table; each column is as wide as its widest text. */
function table(rows: string[][]): string[] {
  if (rows.length === 0) return [];
  const all = [['username', 'name', 'e-mail', 'state', 'last seen'], ...rows];
  const widths = all[0]?.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0))) ?? [];
  return all.map((row) =>
    row
      .map((text, at) => text.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
