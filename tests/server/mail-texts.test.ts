// Texts that people typed cannot become a link, a header or a page in any mail.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { notificationKinds } from '../../src/contract/values/enums.ts';
import {
  accountDeletedMail,
  alreadyRegisteredMail,
  confirmMail,
  passwordChangedMail,
  resetMail,
} from '../../src/server/accounts/mails.ts';
import { invitationMail } from '../../src/server/groups/invitations/mails.ts';
import { notificationMail } from '../../src/server/notifications/mails.ts';
import { fileMailer, type Mail } from '../../src/server/ports/mailer.ts';
import { mailSubject, mailWords } from '../../src/server/text/mail-text.ts';
import { createClient, signIn } from '../support/client.ts';
import { buildUser } from '../support/factories.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const origin = 'https://club.example';
const sender = { publicOrigin: origin, instanceName: 'FC Example', registration: 'open' } as const;
const hostile =
  'You won\r\nBcc: all@evil.example\u202e\u2066\u0000 \u200bhttp://evil.example/win www.evil.example evil\uff0eexample ' +
  'A\u0301 👩‍👩‍👧 '.repeat(60);
const to = { username: 'evil.example', email: 'ann@example.com', locale: 'en-GB' };

const waiting = {
  id: 'n1',
  changes: JSON.stringify(
    ['reason', 'payer', 'place', 'onlineUrl'].map((field) => ({ field, before: hostile, after: hostile })),
  ),
  created_at: '2026-11-21T10:00:00.000Z',
  read_at: null,
  mail_attempts: 0,
  group_name: hostile,
  team_id: 't1',
  organization_id: null,
  event_id: 'e1',
  event_name: hostile,
  starts_at: null,
  time_zone: null,
  event_status: null,
  series_id: null,
  place_name: hostile,
  replies_due_at: null,
  actor_name: null,
  is_still_for_them: 1 as const,
  last_mailed_at: null,
};
const mails: [string, Mail][] = [
  ['confirmMail', confirmMail(to, sender, 'token')],
  ['alreadyRegisteredMail', alreadyRegisteredMail(to, sender)],
  ['resetMail', resetMail(to, sender, 'token')],
  ['passwordChangedMail', passwordChangedMail(to, sender)],
  ['accountLeftMail', accountDeletedMail(to, sender)],
  [
    'invitationMail',
    invitationMail(to.email, sender, {
      scope: 'team',
      groupId: 't1',
      groupName: hostile,
      inviterName: hostile,
    }),
  ],
  ...notificationKinds.map((kind): [string, Mail] => [
    `notificationMail of ${kind}`,
    notificationMail(to, [{ ...waiting, kind }], sender),
  ]),
  ...notificationKinds.map((kind): [string, Mail] => [
    `notificationMail of ${kind} that names who acted`,
    notificationMail(to, [{ ...waiting, kind, by: { names: [hostile], count: 2 } }], sender),
  ]),
  [
    'notificationMail of many',
    notificationMail(
      to,
      [
        { ...waiting, kind: 'eventChanged' },
        { ...waiting, kind: 'eventFull' },
      ],
      sender,
    ),
  ],
];

it('notificationMail of leaderRemoved says to a leader that they no longer lead, and to an owner which team lost one', () => {
  const row = { ...waiting, kind: 'leaderRemoved', event_name: 'Row', group_name: 'U12' };
  expect(notificationMail(to, [{ ...row, team_id: null }], sender)).toMatchObject({
    subject: 'You no longer lead Row',
  });
  expect(notificationMail(to, [{ ...row, event_id: null, event_name: null }], sender)).toMatchObject({
    subject: 'Upcoming events have lost a leader: U12',
  });
});

const visibleLength = (text: string) =>
  [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text.replaceAll('\u200b', ''))].length;

describe('a mail with texts that people typed', () => {
  it.each(mails)('%s has a readable subject of one line and links to this server only', (_, mail) => {
    expect(mail.subject).not.toMatch(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u);
    expect(visibleLength(mail.subject)).toBeLessThanOrEqual(78);
    const ours = mail.text.replaceAll(`${origin}/`, '').replace(/\n/g, ' ');
    expect(ours).not.toMatch(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u);
    for (const text of [mail.subject, ours]) expect(text).not.toMatch(/:\/\/|\S[.．@](?=[a-z])/iu);
    expect(mail.text).not.toMatch(/^Bcc/m);
  });

  it('confirmMail contains nothing that the registering person typed', () => {
    expect(JSON.stringify(confirmMail({ email: to.email }, sender, 'token'))).not.toContain('evil');
  });
});

describe('names in mails', () => {
  it.each([
    ['Dawn Rowers', 'Dawn Rowers'],
    ['  two\n\nlines ', 'two lines'],
    ['FC St.Pauli', 'FC St.\u200bPauli'],
    ['U12 (2.5 km)', 'U12 (2.5 km)'],
    ['evil.example', 'evil.\u200bexample'],
    ['HTTPS://x', 'HTTPS:\u200b//x'],
    ['a@b.example', 'a@\u200bb.\u200bexample'],
  ])('%j is written as %j', (name, words) => {
    expect(mailWords(name)).toBe(words);
  });

  it('are cut between visible characters, never inside one', () => {
    expect(mailWords('👩‍👩‍👧'.repeat(5), 3)).toBe('👩‍👩‍👧👩‍👩‍👧…');
    expect(mailSubject('x'.repeat(100))).toBe(`${'x'.repeat(77)}…`);
    expect(mailSubject('x'.repeat(78))).toBe('x'.repeat(78));
  });
});

describe('a sent mail', () => {
  it('has one recipient and one subject line, regardless of input', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sideline-mails-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const mailer = fileMailer(folder, { name: 'Sideline', address: 'no-reply@club.example' });
    await mailer.send({ to: 'a@example.com, b@example.com', subject: 'Hi\r\nBcc: c@example.com', text: 'x' });
    const [file = ''] = await readdir(folder);
    const [headers = ''] = (await readFile(join(folder, file), 'utf8')).split('\n\n');
    expect(headers.match(/^(to|cc|bcc|subject|from):/gim)).toEqual(['From:', 'To:', 'Subject:']);
    expect(headers).not.toMatch(/^To: a@example\.com, b@example\.com$/m);
  });

  it('asks mail programs for no automatic answer, so that no one on holiday answers a club', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sideline-mails-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const mailer = fileMailer(folder, { name: 'Sideline', address: 'no-reply@club.example' });
    await mailer.send({ to: 'a@example.com', subject: 'Hi', text: 'x' });
    const [file = ''] = await readdir(folder);
    const [headers = ''] = (await readFile(join(folder, file), 'utf8')).split('\n\n');
    expect(headers).toMatch(/^Auto-Submitted: auto-generated$/m);
    expect(headers).toMatch(/^X-Auto-Response-Suppress: OOF, AutoReply$/m);
  });
});

describe('a name', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  const refusedNames = [
    'You won http://evil.example',
    'www.evil.example',
    'Claim at win@evil.example',
    'evil.example/win',
    'ｈｔｔｐ：／／evil',
    'two\u2028lines',
  ];
  const acceptedNames = ['FC St.Pauli', 'J.R.R. Müller', 'Padel.nl', 'U12/U14 @ Lys', 'A & B: C'];

  it('of a group is rejected with a web or e-mail address in it, and accepted with dots and slashes', async () => {
    const client = await signIn(server, await buildUser(server.database.db, { is_coach: 1 }));
    for (const name of refusedNames)
      for (const [call, body] of [
        ['POST /api/teams', { name, activity: 'rowing' }],
        ['POST /api/organizations', { name }],
      ] as const) {
        const refused = await client.call(call, { body });
        expect([name, refused.status, refused.body.errors?.[0]?.path]).toEqual([name, 422, 'name']);
      }
    const { body: team } = await client.call('POST /api/teams', {
      body: { name: 'Team', activity: 'rowing' },
    });
    const renamed = await client.call('PATCH /api/teams/{id}', {
      params: { id: team.id },
      body: { version: 1, name: refusedNames[0] },
    });
    expect(renamed.status).toBe(422);
    for (const name of acceptedNames)
      expect([name, (await client.call('POST /api/organizations', { body: { name } })).status]).toEqual([
        name,
        201,
      ]);
  });

  it('of a person is rejected with a web or e-mail address in it, at registration and later', async () => {
    const client = await signIn(server, await buildUser(server.database.db));
    for (const name of refusedNames) {
      const changed = await client.call('PATCH /api/users/me/profile', { body: { version: 1, name } });
      expect([name, changed.status]).toEqual([name, 422]);
      const registered = await createClient(server).call('POST /api/auth/register', {
        body: {
          username: 'new.person',
          password: 'three wet tennis balls',
          email: 'new@example.com',
          name,
          phone: '+32470123456',
          countryCode: 'BE',
        },
      });
      expect([name, registered.status, registered.body.errors?.[0]?.message]).toEqual([
        name,
        422,
        expect.stringMatching(/^(Leave out web and e-mail addresses|Contains characters)/),
      ]);
    }
  });
});
