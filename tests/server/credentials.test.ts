import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/server/config.ts';
import { faultOfAddress, hideCredentials } from '../../src/server/credentials.ts';

const postgres = ['postgres', 'postgresql'];

test.each([
  'postgres://sideline:s3cret@database/sideline',
  'postgresql://sideline@127.0.0.1:5433/sideline?sslmode=require',
  'postgres://sideline:p%40ss%2Fw%23rd@[::1]:5432/sideline',
  'postgres://sideline:p@ss@host/sideline',
  'postgres://sideline:s3cret@/sideline?host=/var/run/postgresql',
  'postgres:///sideline',
])('the database address %s is valid', (address) => {
  expect(faultOfAddress(address, postgres)).toBeNull();
});

describe('an invalid database address is rejected without repeating any of it', () => {
  const secret = 'hunter2';
  test.each([
    ['DATABASE_URL', `mysql://sideline:${secret}@host/name`],
    ['DATABASE_URL', `sideline:${secret}@host/name`],
    ['DATABASE_URL', `postgres://sideline:${secret}/x@host/name`],
    ['DATABASE_URL', `postgres://sideline:12/${secret}@host/name`],
    ['DATABASE_URL', `postgres://sideline:${secret}#x@host/name`],
    ['DATABASE_URL', `postgres://sideline:${secret}?x@host/name`],
    ['DATABASE_URL', `postgres://sideline:${secret} x@host/name`],
    ['DATABASE_URL', `postgres://sideline:${secret}%ff@host/name`],
    ['DATABASE_URL', `postgres://sideline:${secret}@host:port/name`],
    ['DATABASE_URL', `postgres://sideline:${secret}@ho[st/name`],
    ['SMTP_URL', `http://sideline:${secret}@host`],
    ['SMTP_URL', `smtps://sideline:${secret}#x@host:465`],
    ['SMTP_URL', `smtp://sideline:${secret}@host:mail`],
  ])('%s=%s', (name, value) => {
    const refusal = () => readConfig({ [name]: value });
    expect(refusal).toThrow(new RegExp(`^${name} is wrong: .`));
    expect(refusal).not.toThrow(secret);
  });
});

test('hideCredentials removes user and password from every address, and changes nothing else', () => {
  expect(
    hideCredentials(
      'connect postgres://ida:hunter2@db:5432/x and SMTPS://ida:p@ss@mail at file:///app/node_modules/@hono/index.mjs, ask ida@club.example',
    ),
  ).toBe(
    'connect postgres://***@db:5432/x and SMTPS://***@mail at file:///app/node_modules/@hono/index.mjs, ask ida@club.example',
  );
});

test('the first line of DATABASE_PASSWORD_FILE is the password of both addresses, with any characters', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sideline-password-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const DATABASE_PASSWORD_FILE = join(folder, 'password');
  const password = "p%40: @/#?é'\\";
  writeFileSync(DATABASE_PASSWORD_FILE, `${password}\nmore`);
  const { databaseUrl, databaseDirectUrl } = readConfig({
    DATABASE_URL: 'postgres://sideline@pooler/club',
    DATABASE_DIRECT_URL: 'postgres://sideline@database:5433/club',
    DATABASE_PASSWORD_FILE,
  });
  for (const connectionString of [databaseUrl, databaseDirectUrl])
    expect(new pg.Client({ connectionString: connectionString ?? '' })).toMatchObject({
      user: 'sideline',
      password,
      database: 'club',
    });
  expect(() => readConfig({ DATABASE_PASSWORD_FILE: join(folder, 'missing') })).toThrow(/no such file/);
  expect(() => readConfig({ DATABASE_URL: 'postgres:///club', DATABASE_PASSWORD_FILE })).toThrow(
    'DATABASE_PASSWORD_FILE is wrong',
  );
});
