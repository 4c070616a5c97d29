// The admin command "doctor", on its own database.
import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import { admin } from '../support/admin.ts';
import { freePort } from '../support/product/free-port.ts';
import { endAll, newFolder, start } from '../support/product/server-process.ts';

afterEach(endAll);

const real = {
  DEMO_DATA: 'off',
  PUBLIC_ORIGIN: 'https://club.example',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'club@club.example',
  TRUST_PROXY: 'on',
};

async function folderAfterStart(env: Record<string, string> = {}): Promise<string> {
  const DATA_DIR = newFolder();
  const server = await start({ PORT: String(await freePort()), DATA_DIR, ...env });
  expect(server.outcome).toBe('ready');
  server.child.kill('SIGTERM');
  await server.ended;
  return DATA_DIR;
}

type Finding = { check: string; level: string; message: string; fix: string | null };

async function examine(env: Record<string, string>, ...args: string[]) {
  const { code, out } = await admin(['doctor', '--json', ...args], { env });
  const { findings } = JSON.parse(out) as { findings: Finding[] };
  const of = (level: string) => findings.filter((one) => one.level === level).map(({ check }) => check);
  for (const { level, fix } of findings) expect(fix === null).toBe(level === 'ok');
  return { code, findings, wrong: of('wrong') };
}

test('the doctor reports no problem with complete settings, beside a running server too', async () => {
  const DATA_DIR = newFolder();
  const server = await start({ PORT: String(await freePort()), DATA_DIR });
  expect(server.outcome).toBe('ready');
  const { code, wrong, findings } = await examine({ ...real, DATA_DIR });
  expect([code, wrong]).toEqual([0, []]);
  expect(findings.find(({ check }) => check === 'integrity')?.message).toContain('a server is using it');
});

test('the doctor reports what a production server lacks, and only warns with demo data on this machine', async () => {
  const DATA_DIR = await folderAfterStart({ DEMO_DATA: 'on' });
  const trial = await examine({ DATA_DIR });
  expect([trial.code, trial.wrong]).toEqual([0, []]);
  expect((await examine({ DATA_DIR, DEMO_DATA: 'off' })).wrong).toEqual([
    'SMTP_URL',
    'PUBLIC_ORIGIN',
    'demo accounts',
  ]);
  const { TRUST_PROXY: _, ...without } = real;
  expect((await examine({ ...without, DATA_DIR })).wrong).toEqual(['TRUST_PROXY', 'demo accounts']);
});

test('the doctor reports an invalid setting, a damaged file, and missing or unknown migrations', async () => {
  expect(await examine({ PORT: 'many' })).toMatchObject({ code: 1, wrong: ['settings'] });
  const DATA_DIR = await folderAfterStart();
  const file = join(DATA_DIR, 'sideline.db');
  const change = (text: string) => {
    const connection = new DatabaseSync(file);
    connection.exec(text);
    connection.close();
  };
  change("insert into kysely_migration values ('9999-later', '2030-01-01')");
  expect((await examine({ ...real, DATA_DIR })).wrong).toEqual(['migrations']);
  change(
    "delete from kysely_migration where name > '0027'; delete from kysely_migration where name like '0027%'",
  );
  expect((await examine({ ...real, DATA_DIR })).findings).toContainEqual(
    expect.objectContaining({ check: 'migrations', message: expect.stringContaining('older version') }),
  );
  change('pragma journal_mode = delete');
  truncateSync(file, 40_000);
  expect(await examine({ ...real, DATA_DIR })).toMatchObject({ code: 1, wrong: ['integrity'] });
});

test("the doctor reports the mail server's answer, and which PostgreSQL is unreachable, without passwords", async () => {
  const DATA_DIR = await folderAfterStart();
  const SMTP_URL = 'smtp://me:hunter2@127.0.0.1:1';
  const mail = await examine({ ...real, DATA_DIR, SMTP_URL }, '--mail', 'ida@club.example');
  expect(mail.wrong).toEqual(['mail']);
  const DATABASE_URL = 'postgres://me:hunter2@127.0.0.1:1/club';
  const database = await examine({ ...real, DATABASE_URL });
  expect(database.wrong).toEqual(['PostgreSQL']);
  expect(JSON.stringify([mail, database])).toContain('ECONNREFUSED');
  expect(JSON.stringify([mail, database])).not.toContain('hunter2');
  expect((await admin(['doctor', '--mail', 'ida'], { env: { DATA_DIR } })).code).toBe(2);
});

test('the doctor checks DATABASE_DIRECT_URL as well, and names the setting that is wrong', async () => {
  const away = (port: number) => `postgres://me:hunter2@127.0.0.1:${port}/club`;
  const settings = { ...real, DATABASE_URL: away(1), DATABASE_DIRECT_URL: away(2) };
  const { wrong, findings } = await examine(settings);
  expect(wrong).toEqual(['PostgreSQL', 'DATABASE_DIRECT_URL']);
  const named = (port: number) =>
    findings.find(({ message }) => message.includes(`127.0.0.1:${port}`))?.message.split(' ');
  expect(named(1)).toContain('DATABASE_URL');
  expect(named(2)).toContain('DATABASE_DIRECT_URL');
  expect(JSON.stringify(findings)).not.toContain('hunter2');
});
