// Importing matches over the real API: from a file and a pasted table, choosing, undo, and offline.
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { sourceOf } from '../../../src/app/features/fixtures/read-file.ts';
import { buildEvent, buildFixtureSource, buildMembership, buildTeam } from '../../support/factories.ts';
import { openApp, openAsAda, openDevice } from '../device.tsx';
import { drafts, goOffline } from '../planning/planning-setup.ts';

vi.mock('../../../src/offline/device-store.ts', async (load) =>
  (await import('../../support/memory-device.ts')).memoryDevice(load<object>),
);

beforeEach(() => localStorage.clear());

async function openImport() {
  const device = await openDevice();
  const { db } = device.server.database;
  await db.updateTable('users').set({ is_coach: 1 }).where('id', '=', device.ada.id).execute();
  const team = await buildTeam(db, { name: 'U12' });
  await buildMembership(db, { person_id: device.ada.id, team_id: team.id, role: 'coach' });
  const names = async () =>
    (await db.selectFrom('events').select('name').orderBy('starts_at').execute()).map(({ name }) => name);
  await openAsAda(`/teams/${team.id}/fixtures`);
  await screen.findByText('Choose a file');
  return { ...device, db, team, names };
}

/** Days that are in the future whenever the tests run. */
const year = new Date().getUTCFullYear() + 1;
const table = `date,time,opponent\n${year}-05-02,14:30,Ledeberg\n${year}-05-09,10:00,Eeklo\nsoon,10:00,Gent`;
const read = async (user: Awaited<ReturnType<typeof openDevice>>['user'], text: string) => {
  const field = screen.getByLabelText('Or paste a table');
  await user.click(field);
  await user.paste(text);
  await user.click(screen.getByRole('button', { name: 'Read the table' }));
};

it('a pasted table is shown in groups, the ticked rows are imported, and the import can be undone', async () => {
  const { user, names } = await openImport();
  const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  await read(user, table);
  const heading = await screen.findByRole('heading', { name: '3 matches in the pasted text' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(
    within(screen.getByRole('region', { name: "Can't be imported · 1 match" })).getByText('Not a date: soon'),
  ).toBeDefined();
  await user.click(screen.getByRole('checkbox', { name: /U12 – Eeklo/ }));
  await user.selectOptions(screen.getByLabelText('After importing'), 'Save as drafts');
  expect(await names()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Import 1 match' }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('1 match imported.'));
  expect(scrolled).toHaveBeenLastCalledWith(0, 0);
  expect(screen.getByLabelText<HTMLTextAreaElement>('Or paste a table').value).toBe('');
  expect(await names()).toEqual(['U12 – Ledeberg']);
  await user.click(await screen.findByRole('button', { name: /^Undo: 1 match imported, / }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('1 match removed.'));
  expect(await names()).toEqual([]);
  expect(await screen.findByText(/undone/)).toBeDefined();
});

it('what the last import that can be undone leaves is still listed once the page was loaded again', async () => {
  const { user, db, names } = await openImport();
  await read(user, table);
  await user.click(await screen.findByRole('button', { name: 'Import 2 matches' }));
  await screen.findByText('2 matches imported.');
  await db.updateTable('events').set({ version: 2 }).where('name', '=', 'U12 – Ledeberg').execute();
  await user.click(await screen.findByRole('button', { name: /^Undo: 2 matches imported, / }));
  await screen.findByText(/undone/);
  const left = screen.getByRole('list', { name: 'Matches that stay' });
  expect(left.textContent).toBe('U12 – Ledeberg: it has changed since');
  expect(await names()).toEqual(['U12 – Ledeberg']);
});

it('what was pasted and chosen is there again after a reload, until it is imported', async () => {
  const { user, db, team, names } = await openImport();
  const reload = async () => {
    cleanup();
    await openApp(`/teams/${team.id}/fixtures`);
  };
  const field = () => screen.findByLabelText<HTMLTextAreaElement>('Or paste a table');
  await user.click(await field());
  await user.paste(table);
  await reload();
  expect((await field()).value).toBe(table);
  await user.click(screen.getByRole('button', { name: 'Read the table' }));
  await user.click(await screen.findByRole('checkbox', { name: /U12 – Eeklo/ }));
  await user.selectOptions(screen.getByLabelText('After importing'), 'Save as drafts');
  await reload();
  await user.click(await screen.findByRole('button', { name: 'Import 1 match' }));
  await screen.findByText('1 match imported.');
  expect(await names()).toEqual(['U12 – Ledeberg']);
  expect(await db.selectFrom('events').select('publication').execute()).toEqual([{ publication: 'draft' }]);
  expect(drafts()).toEqual([]);
  await reload();
  expect((await field()).value).toBe('');
});

it('a match that may be planned already and was ticked all the same is ticked after a reload', async () => {
  const { user, db, team, names } = await openImport();
  const starts_at = `${year}-05-02T14:00:00.000Z`;
  await buildEvent(db, { name: 'Ledeberg', starts_at, teams: [team.id] });
  await read(user, table);
  await screen.findByRole('region', { name: 'Maybe already planned · 1 match' });
  await user.click(screen.getByRole('checkbox', { name: /U12 – Ledeberg/ }));
  await screen.findByRole('button', { name: 'Import 2 matches' });
  cleanup();
  await openApp(`/teams/${team.id}/fixtures`);
  await user.click(await screen.findByRole('button', { name: 'Import 2 matches' }));
  await screen.findByText('2 matches imported.');
  expect((await names()).toSorted()).toEqual(['Ledeberg', 'U12 – Eeklo', 'U12 – Ledeberg']);
});

it('after a reload what was imported meanwhile is no longer chosen, and after Back there is no preview', async () => {
  const { user, team } = await openImport();
  await read(user, table);
  await screen.findByRole('button', { name: 'Import 2 matches' });
  // The same import in another tab, or one whose answer was lost.
  const kept = JSON.stringify({ ...localStorage });
  await user.click(screen.getByRole('button', { name: 'Import 2 matches' }));
  await screen.findByText('2 matches imported.');
  for (const [key, value] of Object.entries<string>(JSON.parse(kept))) localStorage.setItem(key, value);
  cleanup();
  await openApp(`/teams/${team.id}/fixtures`);
  await screen.findByRole('button', { name: 'No match chosen' });
  await user.click(screen.getByRole('button', { name: 'Back' }));
  cleanup();
  await openApp(`/teams/${team.id}/fixtures`);
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Or paste a table')).value).toBe(table);
  expect(screen.queryByRole('button', { name: 'No match chosen' })).toBeNull();
});

it('an import that changed a match can be undone, and says how many were changed back and removed', async () => {
  const { user, db, names } = await openImport();
  const calendar = (name: string, ...uids: number[]) =>
    [
      'BEGIN:VCALENDAR',
      ...uids.flatMap((uid) => [
        'BEGIN:VEVENT',
        `UID:${uid}`,
        `DTSTART:${year}050${uid}T120000Z`,
        `SUMMARY:${name} ${uid}`,
        'END:VEVENT',
      ]),
      'END:VCALENDAR',
    ].join('\n');
  const imported = async (text: string, press: string) => {
    await read(user, text);
    await user.click(await screen.findByRole('button', { name: press }));
  };
  await imported(calendar('Cup', 1), 'Import 1 match');
  await screen.findByText('1 match imported.');
  await imported(calendar('Final', 1, 2), 'Import 2 matches');
  await user.click(await screen.findByRole('button', { name: /^Undo: 1 match imported, 1 changed, / }));
  await screen.findByText('1 match removed. 1 match changed back.');
  expect(await names()).toEqual(['Cup 1']);
  await imported(calendar('Final', 1), 'Import 1 match');
  const undo = await screen.findByRole('button', { name: /^Undo: 1 match changed, / });
  await db
    .updateTable('events')
    .set((set) => ({ version: set('version', '+', 1) }))
    .execute();
  await user.click(undo);
  const left = await screen.findByRole('list', { name: 'Matches that stay' });
  expect(left.textContent).toBe('Final 1: it has changed since');
  expect(document.activeElement?.textContent).toBe('0 matches removed. 1 match stays.');
});

it('what was imported last is the first that can be undone, also before the list was loaded again', async () => {
  const { user } = await openImport();
  const imported = async (text: string, press: string) => {
    await read(user, text);
    await user.click(await screen.findByRole('button', { name: press }));
  };
  await imported(table, 'Import 2 matches');
  await screen.findByRole('button', { name: /^Undo: 2 matches imported, / });
  const answer = fetch;
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) =>
    (init.method ?? 'GET') === 'GET' ? new Promise(() => {}) : answer(url, init),
  );
  await imported(`date,time,opponent\n${year}-06-06,14:30,Deinze`, 'Import 1 match');
  await screen.findByText('1 match imported.');
  expect(
    screen.getAllByRole('button', { name: /^Undo: / }).map((undo) => undo.getAttribute('aria-label')),
  ).toEqual([
    expect.stringMatching(/^Undo: 1 match imported, /),
    expect.stringMatching(/^Undo: 2 matches imported, /),
  ]);
});

it('a file is read, an invalid one is explained, and a pasted text stays', async () => {
  const { user } = await openImport();
  const area = () => screen.getByLabelText<HTMLTextAreaElement>('Or paste a table');
  await user.click(area());
  await user.paste('date');
  await user.upload(screen.getByLabelText(/Choose a file/), new File(['BEGIN:VCALENDAR'], 'season.ics'));
  expect(await screen.findByRole('heading', { name: '0 matches in season.ics' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(area().value).toBe('date');
  await user.upload(screen.getByLabelText(/Choose a file/), new File([], 'empty.csv'));
  expect(await screen.findByText('This file is empty')).toBeDefined();
  const faraway = new File(['date'], 'cloud.csv');
  faraway.arrayBuffer = () => Promise.reject(new DOMException('away', 'NotReadableError'));
  await user.upload(screen.getByLabelText(/Choose a file/), faraway);
  expect(await screen.findByText("We can't open this file. Choose another one.")).toBeDefined();
});

it('an ambiguous date format is asked about, and the answer is used', async () => {
  const { user } = await openImport();
  await read(user, `date,time,opponent\n03/04/${year},14:30,Ledeberg`);
  await user.selectOptions(await screen.findByLabelText('Dates begin with'), 'Day (31/12)');
  expect(await screen.findByRole('region', { name: 'New · 1 match' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Import 1 match' })).toBeDefined();
});

it('reading a file offline says that it needs a connection, and keeps the pasted text', async () => {
  const { user } = await openImport();
  goOffline();
  await read(user, table);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Or paste a table')));
  expect(await screen.findByText(/needs a connection, and you don't have one right now/)).toBeDefined();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Or paste a table').value).toBe(table);
});

it('a match missing from a followed calendar is shown, can be cancelled, and the calendar unfollowed', async () => {
  const { user, db, team, ada } = await openImport();
  const source = await buildFixtureSource(db, {
    team_id: team.id,
    url: 'https://league.example/secret.ics',
    failure: 'The server wants someone to sign in',
  });
  const times = { starts_at: `${year}-05-02T12:30:00.000Z`, ends_at: `${year}-05-02T14:30:00.000Z` };
  const event = await buildEvent(db, {
    ...times,
    name: 'Cup',
    organizer_user_id: ada.id,
    owner_team_id: team.id,
    teams: [team.id],
  });
  const at = '2026-11-21T10:00:00.000Z';
  await db
    .insertInto('fixtures')
    .values({
      ...times,
      id: crypto.randomUUID(),
      created_at: at,
      updated_at: at,
      team_id: team.id,
      source_id: source,
      import_id: null,
      event_id: event.id,
      uid: 'cup',
      name: 'Cup',
      place: null,
      gone_at: at,
    })
    .execute();
  cleanup();
  await openAsAda(`/teams/${team.id}/fixtures`);
  const gone = within(await screen.findByRole('region', { name: 'No longer in the calendar' }));
  await user.click(gone.getByRole('button', { name: 'Cancel match: Cup' }));
  const sheet = await screen.findByRole('dialog', { name: 'Cancel Cup?' });
  within(sheet).getByText(/^No one has replied, so no one gets a message\./);
  within(sheet).getByRole('button', { name: 'Back' });
  await user.click(within(sheet).getByRole('button', { name: 'Cancel the match' }));
  expect(await screen.findByText('Cup is cancelled.')).toBeDefined();
  const stored = await db.selectFrom('events').select('event_status').where('id', '=', event.id).execute();
  expect(stored).toEqual([{ event_status: 'EventCancelled' }]);
  await waitFor(() => expect(screen.queryByRole('region', { name: 'No longer in the calendar' })).toBeNull());
  expect(screen.getByText('The server wants someone to sign in')).toBeDefined();
  expect(document.body.textContent).not.toContain('secret');
  await user.click(screen.getByRole('button', { name: 'Stop following league.example' }));
  await user.click(await screen.findByRole('button', { name: 'Stop following' }));
  expect(await screen.findByText('Stopped following league.example.')).toBeDefined();
  expect(await db.selectFrom('fixture_sources').select('id').execute()).toEqual([]);
});

it('a calendar whose adder no longer plans for the team is followed again', async () => {
  const { user, db, team, ada } = await openImport();
  await buildFixtureSource(db, {
    team_id: team.id,
    url: 'https://league.example/secret.ics',
    next_check_at: null,
    failure: 'The person who added this address no longer plans for this team. Follow it again',
  });
  cleanup();
  await openAsAda(`/teams/${team.id}/fixtures`);
  await screen.findByText(/no longer followed/);
  expect(screen.queryByRole('button', { name: 'Check league.example now' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Follow league.example again' }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Following league.example again.'));
  expect(await screen.findByRole('button', { name: 'Check league.example now' })).toBeDefined();
  expect(screen.queryByText(/no longer plans for this team/)).toBeNull();
  expect(await db.selectFrom('fixture_sources').select(['created_by', 'failure']).execute()).toEqual([
    { created_by: ada.id, failure: null },
  ]);
});

it('someone who may not import sees the reason and a link to the team, and nothing to try again', async () => {
  const device = await openDevice();
  const { db } = device.server.database;
  const team = await buildTeam(db, { name: 'U12' });
  await buildMembership(db, { person_id: device.ada.id, team_id: team.id, role: 'trainee' });
  await openAsAda(`/teams/${team.id}/fixtures`);
  await screen.findByText('Only coaches of the team, and those who run it, can import its matches.');
  expect(screen.queryByText('Try again')).toBeNull();
  expect(screen.getByRole('link', { name: 'See the team' }).getAttribute('href')).toBe(`/teams/${team.id}`);
  cleanup();
  await openAsAda('/teams/01a1fd8c-0000-7000-8000-000000000000/fixtures');
  await screen.findByRole('heading', { name: "We can't find this team" });
  expect(screen.queryByText('Try again')).toBeNull();
});

it('calendars and tables are distinguished by their first line', () => {
  expect(sourceOf('\uFEFFBEGIN:VCALENDAR\r\n')).toHaveProperty('ics');
  expect(sourceOf('date;time')).toEqual({ csv: 'date;time' });
});
