// `create-admin`: creates an account that administers the server, or promotes an existing one.
import { v7 as uuid } from 'uuid';
import type { z } from 'zod';
import { EmailSchema, NameSchema } from '../../../../contract/common.ts';
import { PasswordSchema, UsernameSchema } from '../../../../contract/people/auth.ts';
import { setAdmin } from '../../../accounts/admin-queries.ts';
import { hashPassword, refusePassword } from '../../../accounts/passwords.ts';
import { auditAccount, confirmEmail, findTaken, insertUser } from '../../../accounts/queries.ts';
import type { Database } from '../../../db/open.ts';
import { Refusal } from '../../../db/transfer/store.ts';
import { defaultVisibility } from '../../../people/rules.ts';
import { translated } from '../../../words/t.ts';
import { findUserOfAccount, requireAccount } from '../account.ts';
import { readSettings, withDatabase } from '../database.ts';
import { ask, readPassword } from '../password.ts';
import { type Given, type Io, UsageError, type Verb } from '../verb.ts';

export const createAdmin: Verb = {
  name: 'create-admin',
  summary: 'Make an administrator: a new account, or one that exists',
  options: {
    username: { type: 'string', value: 'name', meaning: 'Of the new account, or of the one that exists.' },
    email: {
      type: 'string',
      value: 'address',
      meaning: 'Of the new account. Leave it out for one that exists.',
    },
    name: { type: 'string', value: 'name', meaning: 'Of the person; the username where it is left out.' },
    'confirm-address': {
      type: 'boolean',
      meaning:
        'Also promote an account whose e-mail address is not confirmed, and confirm it. Only where you know who made it.',
    },
  },
  details: [
    'The password of a new account is asked for, or read from standard input: its first line. The e-mail address counts as confirmed.',
    'Nothing else makes administrators. So far they have no rights of their own in the app.',
    'Where there is no database yet, it is made, without demo data.',
  ],
  beside: 'works, as one more writer. Where there is no database yet, no server may be running.',
  async run(given, io) {
    const config = readSettings(io);
    const username = await askFor(given, io, 'username', 'Username: ');
    return withDatabase(config, { isMade: true }, async (database) => {
      const { db } = database;
      const known = await findUserOfAccount(db, username);
      const email = given.text('email');
      if (known && email !== undefined)
        throw new Refusal(`There is an account ${known.username} already. Leave --email out to promote it.`);
      const user = known
        ? await promote(database, username, given, io)
        : await create(
            database,
            { username, email: await askFor(given, io, 'email', 'E-mail: ') },
            given,
            io,
          );
      return {
        lines: [`${user.username} is an administrator now${known ? '' : ', with a new account'}.`],
        data: { user, created: !known },
      };
    });
  },
};

/** The option's value, or in a terminal the answer to a question. */
async function askFor(given: Given, io: Io, option: string, question: string): Promise<string> {
  const text = given.text(option) ?? (io.stdin.isTTY ? await ask(io, question, { isShown: true }) : '');
  if (text === '') throw new UsageError(`--${option} is missing.`);
  return text;
}

async function promote({ db }: Database, username: string, given: Given, io: Io) {
  const user = await requireAccount(db, username);
  if (user.suspended_at !== null)
    throw new Refusal(`${user.username} is suspended. End that first: \`unsuspend ${user.username}\`.`);
  // Anyone can register with the address of the person who is to administer the server.
  if (user.email_verified_at === null && !given.flag('confirm-address'))
    throw new Refusal(
      `The e-mail address of ${user.username} is not confirmed, so someone else may have made this account. Let its owner confirm it first, or give --confirm-address.`,
    );
  const at = io.now().toISOString();
  await db.transaction().execute(async (trx) => {
    await setAdmin(trx, user.id, at);
    await confirmEmail(trx, user.id, at);
    await auditAccount(trx, { actorId: null, action: 'account.madeAdmin', userId: user.id, at });
  });
  return { id: user.id, username: user.username, email: user.email };
}

async function create({ db }: Database, typed: { username: string; email: string }, given: Given, io: Io) {
  const username = check(UsernameSchema, typed.username, 'username');
  const email = check(EmailSchema, typed.email, 'e-mail address');
  const name = check(NameSchema, given.text('name') ?? username, 'name');
  const { emailOwner } = await findTaken(db, username, email);
  if (emailOwner)
    throw new Refusal(
      `${emailOwner.username} has this address already. Promote that account: --username ${emailOwner.username}`,
    );
  const password = check(PasswordSchema, await readPassword(io), 'password');
  const refused = await refusePassword(password, { username, email });
  if (refused) throw new UsageError(`${refused.message}.`);
  const passwordHash = await hashPassword(password);
  const at = io.now().toISOString();
  const id = uuid();
  const isAdded = await db.transaction().execute(async (trx) => {
    const user = {
      id,
      created_at: at,
      updated_at: at,
      username,
      name,
      email,
      email_verified_at: null,
      phone: null,
      country_code: '',
      password_hash: passwordHash,
      birth_date: null,
      suspended_at: null,
    };
    if (!(await insertUser(trx, user, JSON.stringify(defaultVisibility)))) return false;
    await setAdmin(trx, id, at);
    // Assigns the pending invitations of the e-mail address.
    await confirmEmail(trx, id, at);
    await auditAccount(trx, { actorId: null, action: 'account.madeAdmin', userId: id, at });
    return true;
  });
  if (!isAdded) throw new Refusal('Someone took this username or address just now.');
  return { id, username, email };
}

/** Validates a value as registration does. */
function check<T>(schema: z.ZodType<T>, value: string, what: string): T {
  const parsed = schema.safeParse(value);
  if (!parsed.success)
    throw new UsageError(`The ${what} is not taken: ${translated(parsed.error.issues[0]?.message ?? '')}.`);
  return parsed.data;
}
