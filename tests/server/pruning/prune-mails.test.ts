// Retention of mails that were written as files: at which instant they are deleted, and which files stay.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileMailer } from '../../../src/server/ports/mailer.ts';
import { pruneMails } from '../../../src/server/pruning/prune-mails.ts';
import { mailRetention } from '../../../src/server/pruning/retention.ts';

const at = new Date('2026-11-21T10:00:00.000Z');
const expiredAt = at.getTime() - mailRetention.days * 86_400_000;

describe('mails written as files', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sideline-mail-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const write = (name: string) => {
    writeFileSync(join(folder, name), '');
    return name;
  };
  const mailOf = (msecs: number) => write(`${uuid({ msecs })}.eml`);

  it('are deleted when 30 days have passed, and not a millisecond before', async () => {
    const kept = mailOf(expiredAt);
    mailOf(expiredAt - 1);
    mailOf(expiredAt - 500 * 86_400_000);
    expect(await pruneMails(folder, at)).toEqual({ what: mailRetention.what, deleted: 2 });
    expect(readdirSync(folder)).toEqual([kept]);
    expect((await pruneMails(folder, at)).deleted).toBe(0);
  });

  it('have the names that the mailer gives them', async () => {
    const mailer = fileMailer(folder, { name: 'Sideline', address: 'no-reply@club.example' });
    await mailer.send({ to: 'ada@example.com', subject: 'Hello', text: 'Hello' });
    const soon = new Date(Date.now() + (mailRetention.days - 1) * 86_400_000);
    const later = new Date(Date.now() + (mailRetention.days + 1) * 86_400_000);
    expect((await pruneMails(folder, soon)).deleted).toBe(0);
    expect((await pruneMails(folder, later)).deleted).toBe(1);
  });

  it('leave other files of their folder alone', async () => {
    const old = uuid({ msecs: 0 });
    const names = [`${old}.txt`, 'notes.eml', `x${old}.eml`, '4f1c6c1e-0b8e-4d58-9a51-0a9fd2f6f3f0.eml'];
    for (const name of names) write(name);
    expect((await pruneMails(folder, at, { isWhole: true })).deleted).toBe(0);
    expect(readdirSync(folder).toSorted()).toEqual(names.toSorted());
  });

  it('may be pruned by two processes at once', async () => {
    for (let count = 0; count < 700; count += 1) mailOf(expiredAt - 1 - count);
    const runs = await Promise.all([pruneMails(folder, at), pruneMails(folder, at)]);
    expect(runs.reduce((sum, { deleted }) => sum + deleted, 0)).toBe(700);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('stay when the signal is aborted', async () => {
    mailOf(expiredAt - 1);
    expect((await pruneMails(folder, at, { signal: AbortSignal.abort() })).deleted).toBe(0);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('may have no folder, as where SMTP_URL is set', async () => {
    expect((await pruneMails(join(folder, 'missing'), at)).deleted).toBe(0);
  });
});
