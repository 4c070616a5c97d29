// What `doctor` says about two addresses of PostgreSQL.
import { expect, onTestFinished, test } from 'vitest';
import { adminJson } from '../../support/admin.ts';
import { newFolder } from '../../support/product/server-process.ts';
import { openProcessDatabase } from '../../support/server.ts';

test.runIf(process.env.TEST_ENGINE === 'postgres')(
  'the doctor reports a DATABASE_DIRECT_URL that leads to another database than DATABASE_URL',
  async () => {
    const { database, env } = await openProcessDatabase(newFolder());
    onTestFinished(() => database.close());
    const levelWith = async (url: string) => {
      const { findings } = await adminJson(['doctor'], { env: { ...env, DATABASE_DIRECT_URL: url } });
      return (findings as { check: string; level: string }[]).find(
        ({ check }) => check === 'DATABASE_DIRECT_URL',
      )?.level;
    };
    const url = env.DATABASE_URL ?? '';
    expect(await levelWith(`${url}?application_name=direct`)).toBe('ok');
    expect(await levelWith(new URL('/postgres', url).href)).toBe('wrong');
  },
);
