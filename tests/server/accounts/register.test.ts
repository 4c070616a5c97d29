import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashPassword } from '../../../src/server/accounts/passwords.ts';
import { createClient, signIn } from '../../support/client.ts';
import { buildInvitation, buildTeam, buildUser } from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { expectMails, mail, tokenIn } from './mails.ts';

const day = 24 * 60 * 60_000;
const form = {
  username: 'lena.ost',
  password: 'three wet tennis balls',
  email: 'lena@example.com',
  name: 'Léna Østergård',
  phone: '0470 12 34 56',
  countryCode: 'BE',
};

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const register = (changes: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  createClient(server).call('POST /api/auth/register', { body: { ...form, ...changes }, headers });
const users = () => server.database.db.selectFrom('users').selectAll().execute();
const onlyUser = () => server.database.db.selectFrom('users').selectAll().executeTakeFirstOrThrow();
/** Opens the mailed link on a device where this person is signed in (default: the only account). */
const confirm = async (token: string, user?: { id: string }) =>
  (await signIn(server, user ?? (await onlyUser()))).call('POST /api/auth/confirm-email', {
    body: { token },
  });

describe('registering', () => {
  it('creates an account that can sign in', async () => {
    const answer = await register({ username: ' Lena.Ost ', email: ' Lena@Example.com ' });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ username: 'lena.ost', email: 'lena@example.com' });
    expect(answer.headers.getSetCookie()).toEqual([]);
    const body = { username: 'lena@example.com', password: form.password };
    expect((await createClient(server).call('POST /api/auth/login', { body })).status).toBe(200);
  });

  it('creates a trainee with a private profile that shows little', async () => {
    await register({}, { 'Accept-Language': 'nl-BE,nl;q=0.9,en;q=0.8' });
    const user = await onlyUser();
    expect(user).toMatchObject({
      username: 'lena.ost',
      email_verified_at: null,
      phone: '+32470123456',
      country_code: 'BE',
      is_coach: 0,
      birth_date: null,
      locale: 'nl-BE',
      time_zone: 'UTC',
      suspended_at: null,
      version: 1,
    });
    const person = await server.database.db.selectFrom('people').selectAll().executeTakeFirst();
    expect(person).toMatchObject({ id: user.id, name: 'Léna Østergård', sort_name: 'lena ostergard' });
    expect(user.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const profile = await server.database.db.selectFrom('profiles').selectAll().executeTakeFirstOrThrow();
    expect(profile).toMatchObject({ user_id: user.id, file_path: null, is_public: 0 });
    expect(JSON.parse(profile.field_visibility)).toEqual({
      email: 'nobody',
      phone: 'nobody',
      bio: 'team',
      level: 'team',
      languages: 'team',
      activities: 'public',
      region: 'public',
      qualifications: 'public',
    });
  });

  it('writes a search document and an audit entry, the latter without personal data', async () => {
    await register();
    const { id } = await onlyUser();
    const { db } = server.database;
    const document = await db.selectFrom('search_documents').select(['object_id', 'body']).executeTakeFirst();
    expect(document).toEqual({ object_id: id, body: '\uE000user lena ostergard' });
    expect(await db.selectFrom('audit_log').selectAll().execute()).toMatchObject([
      {
        actor_id: id,
        action: 'account.created',
        object_kind: 'user',
        object_id: id,
        before: null,
        after: null,
      },
    ]);
  });

  it.each([
    ['', 'en'],
    ['*', 'en'],
    ['de', 'de'],
    ['fr-CH;q=0.9', 'fr-CH'],
    ['xx-notalocale-atall', 'en'],
    ['../../etc', 'en'],
    [`en-${'a'.repeat(200)}`, 'en'],
  ])('reads the language %j as %s', async (sent, locale) => {
    await register({}, { 'Accept-Language': sent });
    expect((await onlyUser()).locale).toBe(locale);
  });

  it.each(['lena@left.invalid', ' Lena@LEFT.invalid '])(
    'refuses %j, as its domain marks deleted accounts',
    async (email) => {
      const answer = await register({ email });
      expect([answer.status, answer.body.errors]).toMatchObject([422, [{ path: 'email' }]]);
      expect(await server.database.db.selectFrom('users').select('id').execute()).toEqual([]);
    },
  );

  it('reports a taken username, in any case, at its field', async () => {
    await buildUser(server.database.db, { username: 'lena.ost' });
    const answer = await register({ username: 'LENA.ost' });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual([
      { path: 'username', code: 'taken', message: 'This username is taken' },
    ]);
    expect(await users()).toHaveLength(1);
    await expectMails(server, 0);
  });

  it('answers the same for a taken address, creates nothing and mails its owner', async () => {
    await buildUser(server.database.db, { username: 'owner', email: 'lena@example.com' });
    const taken = await register();
    expect(taken.status).toBe(201);
    expect(taken.body).toEqual({ username: 'lena.ost', email: 'lena@example.com' });
    const fresh = await register({ username: 'other.one', email: 'other@example.com' });
    expect([...taken.headers.keys()]).toEqual([...fresh.headers.keys()]);
    expect((await users()).map((user) => user.username).sort()).toEqual(['other.one', 'owner']);
    expect(await server.database.db.selectFrom('people').select('id').execute()).toHaveLength(2);
    await mail(server, 2);
    const sent = server.mails.find((one) => one.to === 'lena@example.com');
    expect(sent?.subject).toBe('You already have an account');
    expect(sent?.text).toContain('owner');
    expect(tokenIn(sent?.text ?? '')).toBe('');
  });

  it("limits the mails to an address's owner", async () => {
    await server.close();
    server = await startTestServer({ env: { RATE_LIMIT: 'on' } });
    await buildUser(server.database.db, { email: 'lena@example.com' });
    for (let count = 0; count < 6; count += 1) expect((await register()).status).toBe(201);
    await expectMails(server, 3);
  });

  it.each([
    'admin',
    ' Administrator ',
    'SUPPORT',
    'side-line',
    'mod.er_ator',
    'explore',
    'checkEmail',
    'api.',
  ])('rejects the reserved username %j', async (username) => {
    const { status, body } = await register({ username });
    expect([status, body.errors?.map(({ path, message }) => [path, message])]).toEqual([
      422,
      [['username', 'This username is reserved. Choose another one']],
    ]);
  });

  it.each(['admin2', 'supporter', 'rooted', 'explorer'])('accepts the username %j', async (username) => {
    expect((await register({ username })).status).toBe(201);
  });

  it('lets an older account keep a reserved username', async () => {
    const password_hash = await hashPassword(form.password);
    await buildUser(server.database.db, { username: 'support', password_hash });
    const body = { username: 'support', password: form.password };
    expect((await createClient(server).call('POST /api/auth/login', { body })).status).toBe(200);
  });

  it('reports all invalid fields at once', async () => {
    await buildUser(server.database.db, { username: 'lena.ost' });
    const answer = await register({ password: 'password123', phone: '12' });
    expect(answer.body.errors?.map((error) => `${error.path} ${error.code}`)).toEqual([
      'username taken',
      'password too_common',
      'phone invalid_phone',
    ]);
  });

  it('reports errors of the schema together with those that only the server can see', async () => {
    await buildUser(server.database.db, { username: 'lena.ost' });
    const answer = await register({ password: 'password123', phone: '12', email: 'lena', name: '' });
    expect(answer.status).toBe(422);
    expect(answer.body.errors?.map((error) => error.path).toSorted()).toEqual([
      'email',
      'name',
      'password',
      'phone',
      'username',
    ]);
    const short = await register({ password: 'x', username: 7, unknown: true });
    expect(short.body.errors?.map((error) => error.path).toSorted()).toEqual([
      'password',
      'unknown',
      'username',
    ]);
    expect(await users()).toHaveLength(1);
  });

  it.each([undefined, null, '', '  '])('takes the absent phone %j, and stores null', async (phone) => {
    expect((await register({ phone })).status).toBe(201);
    expect(await onlyUser()).toMatchObject({ phone: null, country_code: 'BE' });
    expect((await register({ username: 'other', phone, countryCode: 'ZZ' })).body.errors).toMatchObject([
      { path: 'countryCode', code: 'invalid_country' },
    ]);
  });

  it.each([
    ['password123', 'too_common'],
    ['PassWord123', 'too_common'],
    ['lena.ost', 'too_similar'],
    ['Lena.Ost-2026!', 'too_similar'],
    ['my lena@example.com', 'too_similar'],
    ['i am lena, hello', 'too_similar'],
  ])('rejects the password %j as %s', async (password, code) => {
    const answer = await register({ password });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toMatchObject([{ path: 'password', code }]);
    expect(await users()).toEqual([]);
  });

  it.each([
    '        '.repeat(2),
    'пароль без слов',
    '🏓🏸🎾🥍🏑🏒🏏⚽',
    'x'.repeat(64).replaceAll('xx', 'yz'),
  ])('accepts the password %j: any characters, no composition rules', async (password) => {
    expect((await register({ password })).status).toBe(201);
    const body = { username: 'lena.ost', password };
    expect((await createClient(server).call('POST /api/auth/login', { body })).status).toBe(200);
  });

  it.each([
    ['0470 12 34 56', 'be', '+32470123456', 'BE'],
    ['+32 470/12.34.56', 'BE', '+32470123456', 'BE'],
    ['0151 23456789', '49', '+4915123456789', 'DE'],
    ['0151 23456789', '+49', '+4915123456789', 'DE'],
    ['0151 23456789', '0049', '+4915123456789', 'DE'],
    ['(613) 555-0123', '+1', '+16135550123', 'CA'],
    ['(613) 555-0123', 'CA', '+16135550123', 'CA'],
    ['020 7946 0018', 'GB', '+442079460018', 'GB'],
    // Several countries share these codes.
    [null, '+1', null, 'US'],
    [null, '7', null, 'RU'],
    [null, '00212', null, 'MA'],
    [null, '358', null, 'FI'],
    [null, '590', null, 'GP'],
    [null, '599', null, 'CW'],
    [null, '+44', null, 'GB'],
  ])('stores the phone %j of %s as %s of %s', async (phone, countryCode, stored, country) => {
    expect((await register({ phone, countryCode })).status).toBe(201);
    expect(await onlyUser()).toMatchObject({ phone: stored, country_code: country });
  });

  it.each([
    ['12', 'BE', 'phone invalid_phone'],
    ['call me', 'BE', 'phone invalid_phone'],
    ['+49 151 23456789', 'BE', 'phone invalid_phone'],
    ['0470 12 34 56', 'ZZ', 'countryCode invalid_country'],
    ['0470 12 34 56', '999', 'countryCode invalid_country'],
    ['0470 12 34 56', '+', 'countryCode invalid_country'],
    ['0470 12 34 56', 'Belgium', 'countryCode invalid_country'],
    ['0470 12 34 56', '__proto', 'countryCode invalid_country'],
  ])('rejects the phone %j of %s: %s', async (phone, countryCode, error) => {
    const answer = await register({ phone, countryCode });
    expect(answer.status).toBe(422);
    expect(answer.body.errors?.map((one) => `${one.path} ${one.code}`)).toEqual([error]);
  });
});

describe('concurrent registrations', () => {
  it('give a username to one of them and report it taken to the others', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => register({ email: `lena${index}@example.com` })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(7).fill(422)]);
    expect(await users()).toHaveLength(1);
  });

  it('give an address to one of them and answer the others as if it were new', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => register({ username: `racer${index}` })),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(201));
    expect(await users()).toHaveLength(1);
    await mail(server, 8);
    expect(server.mails.filter((one) => one.subject === 'You already have an account')).toHaveLength(7);
  });
});

describe('confirming an address', () => {
  it('takes the token of the mailed link, whose origin is the configured one', async () => {
    await server.close();
    server = await startTestServer({ env: { PUBLIC_ORIGIN: 'https://club.example' } });
    await register({}, { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' });
    const sent = await mail(server);
    expect(sent.to).toBe('lena@example.com');
    expect(sent.text).toMatch(/^https:\/\/club\.example\/\?confirm=[\w-]{43}$/m);
    expect(sent.text).not.toContain('evil');
    const answer = await confirm(tokenIn(sent.text));
    expect([answer.status, answer.body]).toEqual([200, { email: 'lena@example.com' }]);
    expect(await onlyUser()).toMatchObject({ email_verified_at: '2026-11-21T10:00:00.000Z', version: 2 });
  });

  it('works once, even with many concurrent attempts', async () => {
    await register();
    const token = tokenIn((await mail(server)).text);
    const client = await signIn(server, await onlyUser());
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => client.call('POST /api/auth/confirm-email', { body: { token } })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(5).fill(400)]);
    expect((await confirm(token)).body.code).toBe('invalid_token');
  });

  it('is refused without a session and to another account, and the link stays valid for its owner', async () => {
    await register();
    const owner = await onlyUser();
    const token = tokenIn((await mail(server)).text);
    const team = await buildTeam(server.database.db, { visibility: 'private' });
    await buildInvitation(server.database.db, { team_id: team.id, invited_as: owner.email, role: 'coach' });
    const call = 'POST /api/auth/confirm-email';
    const visitor = await createClient(server).call(call, { body: { token } });
    expect([visitor.status, visitor.body.code]).toEqual([401, 'unauthenticated']);
    const other = await buildUser(server.database.db, { email_verified_at: null });
    const refused = await confirm(token, other);
    expect([refused.status, refused.body.code]).toEqual([409, 'not_permitted']);
    expect(refused.body.detail).toMatch(/^This link belongs to another account/);
    const verified = (await users()).filter(({ email_verified_at }) => email_verified_at !== null);
    expect(verified.map(({ id }) => id)).not.toContain(owner.id);
    expect(verified.map(({ id }) => id)).not.toContain(other.id);
    for (const user of [owner, other]) {
      const mine = await (await signIn(server, user)).call('GET /api/users/me/teams');
      expect(mine.body.items).toEqual([]);
    }
    expect((await confirm(token, owner)).status).toBe(200);
    const mine = await (await signIn(server, owner)).call('GET /api/users/me/teams');
    expect(mine.body.items.map(({ membership }) => membership)).toEqual([
      { role: 'coach', status: 'invited' },
    ]);
  });

  it('works until the seventh day', async () => {
    await register();
    const token = tokenIn((await mail(server)).text);
    server.advance(7 * day);
    const late = await confirm(token);
    expect([late.status, late.body.code]).toEqual([400, 'invalid_token']);
    expect((await onlyUser()).email_verified_at).toBeNull();
  });

  it('rejects unknown tokens, and stores only hashes of issued ones', async () => {
    await register();
    const stored = await server.database.db
      .selectFrom('one_time_tokens')
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(stored.token_hash).not.toBe(tokenIn((await mail(server)).text));
    for (const token of ['x', stored.token_hash, 'ä ?&'])
      expect((await confirm(token)).body.code).toBe('invalid_token');
  });
});

describe('requesting the confirmation again', () => {
  const call = 'POST /api/auth/confirm-email/resend';

  it('mails a new link, and invalidates the earlier one', async () => {
    await register();
    const first = tokenIn((await mail(server)).text);
    const client = await signIn(server, await onlyUser());
    const answer = await client.call(call);
    expect([answer.status, answer.body]).toEqual([202, { email: 'lena@example.com' }]);
    const second = tokenIn((await mail(server, 2)).text);
    expect((await confirm(first)).status).toBe(400);
    expect((await confirm(second)).status).toBe(200);
    const again = await client.call(call);
    expect([again.status, again.body.code]).toEqual([409, 'not_permitted']);
  });

  it('is limited to three in ten minutes', async () => {
    await server.close();
    server = await startTestServer({ env: { RATE_LIMIT: 'on' } });
    const client = await signIn(server, await buildUser(server.database.db, { email_verified_at: null }));
    for (const _ of [1, 2, 3]) expect((await client.call(call)).status).toBe(202);
    const refused = await client.call(call);
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    server.advance(10 * 60_000);
    expect((await client.call(call)).status).toBe(202);
  });
});
