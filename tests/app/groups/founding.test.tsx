// Founding and editing teams and organizations in the page, and continuing a team in its next season, over
// the real API.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { isTyping } from '../../../src/app/data/forms/session-drafts.ts';
import { groupColors } from '../../../src/contract/values/enums.ts';
import { signIn } from '../../support/client.ts';
import {
  buildEvent,
  buildMembership,
  buildOrganization,
  buildSeries,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { address, holdAnswers, openAsAda, openDevice } from '../device.tsx';

type Device = Awaited<ReturnType<typeof openDevice>>;
afterEach(() => localStorage.clear());

async function openCoachDevice() {
  const device = await openDevice();
  const { db } = device.server.database;
  await db.updateTable('users').set({ is_coach: 1 }).where('id', '=', device.ada.id).execute();
  return { ...device, db };
}
async function openOwnTeam(given: Parameters<typeof buildTeam>[1] = {}) {
  const device = await openCoachDevice();
  const team = await buildTeam(device.db, { name: 'U12', ...given });
  await buildMembership(device.db, { team_id: team.id, person_id: device.ada.id, role: 'owner' });
  return { ...device, team };
}
async function openOwnClub() {
  const device = await openCoachDevice();
  const club = await buildOrganization(device.db, { name: 'Harbour' });
  await buildMembership(device.db, { organization_id: club.id, person_id: device.ada.id, role: 'owner' });
  return { ...device, club };
}

const field = <T extends HTMLElement = HTMLInputElement>(label: string) =>
  screen.findByLabelText<T>(label, { exact: true });
async function fill(label: string, value: string) {
  const input = await field(label);
  fireEvent.change(input, { target: { value } });
  return input;
}
const button = (text: string) => screen.getByText(text, { selector: 'button' });
async function sheet() {
  await waitFor(() => expect(document.querySelector('dialog[open]')).not.toBeNull());
  return within(document.querySelector('dialog[open]') as HTMLElement);
}
async function openGroup(name: string) {
  const summary = await waitFor(() => {
    const found = document.querySelector<HTMLElement>(`[data-group=${name}] > summary`);
    expect(found).not.toBeNull();
    return found as HTMLElement;
  });
  const details = summary.parentElement as HTMLDetailsElement;
  details.open = true;
  fireEvent(details, new Event('toggle'));
}
const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith('draft'));
const teamsOf = ({ server }: Device) =>
  server.database.db
    .selectFrom('teams')
    .select(['id', 'name', 'activity', 'color', 'organization_id'])
    .execute();

function goOffline() {
  const online = fetch;
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  dispatchEvent(new Event('offline'));
  return () => {
    vi.stubGlobal('fetch', online);
    onLine.mockRestore();
    dispatchEvent(new Event('online'));
  };
}

/** The answer of the next such call is lost, after it has arrived. */
function loseAnswer(method: string, path: RegExp) {
  const online = fetch;
  let isLost = false;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const response = await online(url, init);
    if (isLost || init.method !== method || !path.test(url)) return response;
    isLost = true;
    throw new TypeError('Failed to fetch');
  });
}

describe('a new team', () => {
  it('is created with name, activity, club and colour, and its page offers the next steps', async () => {
    const device = await openOwnClub();
    await openAsAda('/my/teams/new');
    await fill('Name', 'Eights');
    await fill('Activity', 'rowing');
    await fill('Organization', device.club.id);
    fireEvent.click(screen.getByLabelText('Teal'));
    fireEvent.click(button('Create the team'));
    expect(await screen.findByText("You've created Eights.")).toBeDefined();
    const [team] = await teamsOf(device);
    expect(team).toMatchObject({
      name: 'Eights',
      activity: 'rowing',
      color: 'teal',
      organization_id: device.club.id,
    });
    expect(address()).toBe(`/teams/${team?.id}`);
    expect(await screen.findByRole('button', { name: 'Invite people' })).toBeDefined();
    const plan = screen.getByRole('link', { name: 'Plan the first event' });
    expect(plan.getAttribute('href')).toBe(`/my/events/new?team=${team?.id}`);
    expect(drafts()).toEqual([]);
  });

  it('says of a chosen logo that it is saved with the team', async () => {
    // jsdom has no canvas rendering.
    vi.stubGlobal('createImageBitmap', async () => ({ width: 900, height: 600, close() {} }));
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/jpeg;base64,AA==');
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take) =>
      take(new Blob(['x'], { type: 'image/webp' })),
    );
    const device = await openCoachDevice();
    await openAsAda('/my/teams/new');
    await device.user.upload(await field('Add a logo'), new File(['x'], 'logo.png', { type: 'image/png' }));
    const use = await screen.findByText('Use this picture', { selector: 'button' });
    await waitFor(() => expect((use as HTMLButtonElement).disabled).toBe(false));
    fireEvent.click(use);
    const said = () => document.getElementById('said')?.textContent;
    await waitFor(() => expect(said()).toMatch(/^We save it when you create the group\./));
    expect(device.asked.filter((call) => call.includes('logo'))).toEqual([]);
  });

  it('begins with the club whose page linked to the form', async () => {
    const { club } = await openOwnClub();
    await openAsAda(`/organizations/${club.id}`);
    const link = await screen.findByRole('link', { name: 'New team' });
    fireEvent.click(link);
    expect((await field<HTMLSelectElement>('Organization')).value).toBe(club.id);
  });

  it('keeps what was typed when the club whose page linked to it arrives late', async () => {
    const { club } = await openOwnClub();
    const online = fetch;
    vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) =>
      url === `/api/organizations/${club.id}` ? new Response('', { status: 503 }) : online(url, init),
    );
    await openAsAda(`/my/teams/new?organization=${club.id}`);
    await fill('Name', 'Eights');
    vi.stubGlobal('fetch', online);
    dispatchEvent(new Event('online'));
    await waitFor(async () => expect((await field<HTMLSelectElement>('Organization')).value).toBe(club.id));
    expect((await field('Name')).value).toBe('Eights');
    expect((await fill('Organization', '')).value).toBe('');
  });

  it('says so when an earlier try created it in another club than the one chosen since', async () => {
    const device = await openOwnClub();
    await openAsAda('/my/teams/new');
    await fill('Name', 'Eights');
    await fill('Activity', 'rowing');
    await fill('Organization', device.club.id);
    loseAnswer('POST', /\/api\/teams$/);
    fireEvent.click(button('Create the team'));
    expect(await screen.findByText(/What you typed is still here/)).toBeDefined();
    await fill('Organization', '');
    fireEvent.click(button('Create the team'));
    expect(
      await screen.findByText(
        "You've created Eights. It is in Harbour, as you first sent it. A team's organization can't change.",
      ),
    ).toBeDefined();
  });

  it('shows a missing name and activity at the fields, and focuses the first of them', async () => {
    const device = await openCoachDevice();
    await openAsAda('/my/teams/new');
    await field('Name');
    fireEvent.click(button('Create the team'));
    expect(await screen.findByText('Give it a name.')).toBeDefined();
    expect(screen.getByText('Choose an activity.')).toBeDefined();
    await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('name'));
    expect(await teamsOf(device)).toEqual([]);
  });

  it('opens the folded group of a field that the server rejects, and keeps the input', async () => {
    await openCoachDevice();
    await openAsAda('/my/teams/new');
    await fill('Name', 'Eights');
    await fill('Activity', 'rowing');
    await openGroup('whom');
    await fill('From age', '14');
    await fill('To age', '12');
    fireEvent.click(button('Create the team'));
    expect(await screen.findByText('This is lower than the youngest age.')).toBeDefined();
    await fill('To age', '16');
    await openGroup('season');
    await fill('Season', '2026\u202e27');
    fireEvent.click(button('Create the team'));
    expect(await screen.findByText('Contains characters that cannot be shown')).toBeDefined();
    expect((await field('Name')).value).toBe('Eights');
  });

  it('stays on the device over a reload and offline, and is created once for any number of tries', async () => {
    const device = await openCoachDevice();
    await openAsAda('/my/teams/new');
    fireEvent.input(await field('Name'), { target: { value: 'Eights' } });
    // Another tab asks for a new app version, which waits for this write.
    expect(isTyping()).toBe(true);
    await fill('Activity', 'rowing');
    cleanup();
    await openAsAda('/my/teams/new');
    expect(await screen.findByText(/are still here, but not saved yet/)).toBeDefined();
    expect((await field('Name')).value).toBe('Eights');
    const comeBack = goOffline();
    fireEvent.click(button('Create the team'));
    expect(await screen.findByText(/What you typed is still here/)).toBeDefined();
    comeBack();
    // The answer of this try is lost.
    const online = fetch;
    vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
      const response = await online(url, init);
      if (init.method === 'POST' && url.endsWith('/api/teams')) throw new TypeError('Failed to fetch');
      return response;
    });
    fireEvent.click(button('Create the team'));
    await waitFor(async () => expect(await teamsOf(device)).toHaveLength(1));
    await waitFor(() => expect(button('Create the team')).toBeDefined());
    vi.stubGlobal('fetch', online);
    await fill('Name', 'Fours');
    fireEvent.click(button('Create the team'));
    expect(await screen.findByText("You've created Fours.")).toBeDefined();
    expect((await teamsOf(device)).map(({ name }) => name)).toEqual(['Fours']);
  });

  it('says that coaching is on, also on the page of a new organization', async () => {
    await openDevice();
    await openAsAda('/my/organizations/new');
    fireEvent.click(await screen.findByRole('button', { name: 'Turn on coaching' }));
    expect(await screen.findByText('Coaching is on.')).toBeDefined();
    expect(address()).toBe('/my/organizations/new');
  });

  it('turns on coaching in its place, and says that an address must be confirmed', async () => {
    const { server, ada } = await openDevice();
    await openAsAda('/my/teams/new');
    fireEvent.click(await screen.findByRole('button', { name: 'Turn on coaching' }));
    expect(await field('Name')).toBeDefined();
    expect(address()).toBe('/my/teams/new');
    expect(await screen.findByText('Coaching is on.')).toBeDefined();
    cleanup();
    const { db } = server.database;
    await db
      .updateTable('users')
      .set({ is_coach: 1, email_verified_at: null })
      .where('id', '=', ada.id)
      .execute();
    await openAsAda('/my/teams/new');
    expect(await screen.findByText('Confirm your e-mail address first.')).toBeDefined();
    await fill('Name', 'Eights');
    await fill('Activity', 'rowing');
    fireEvent.click(button('Create the team'));
    expect(await screen.findByText(/^Confirm your e-mail address first: the link/)).toBeDefined();
    fireEvent.click(button('Send the link again'));
    expect(await screen.findByText('The e-mail is on its way. Earlier links no longer work.')).toBeDefined();
  });

  it('is the next step for someone who turns on coaching and coaches no team yet', async () => {
    await openDevice();
    await openAsAda('/my/settings');
    fireEvent.click(await screen.findByLabelText('I coach'));
    expect(await screen.findByText('Coaching is on. Create your first team.')).toBeDefined();
    expect(address()).toBe('/my/teams/new');
    expect(await field('Name')).toBeDefined();
  });

  it('is not the next step for someone who already coaches a team', async () => {
    const { server, ada, asked } = await openDevice();
    const { db } = server.database;
    const team = await buildTeam(db);
    await buildMembership(db, { team_id: team.id, person_id: ada.id, role: 'coach' });
    await openAsAda('/my/settings');
    fireEvent.click(await screen.findByLabelText('I coach'));
    await waitFor(() => expect(asked.filter((call) => call === 'GET /api/users/me/teams')).not.toEqual([]));
    await waitFor(async () =>
      expect(
        (await db.selectFrom('users').select('is_coach').where('id', '=', ada.id).executeTakeFirst())
          ?.is_coach,
      ).toBe(1),
    );
    expect(address()).toBe('/my/settings');
  });
});

describe('a new organization', () => {
  it('is created with its website and activities, and can have teams at once', async () => {
    const device = await openCoachDevice();
    await openAsAda('/my/organizations/new');
    await fill('Name', 'Lys Club');
    await openGroup('contact');
    await fill('Website', 'lys.example');
    await openGroup('activities');
    fireEvent.click(await field('Rowing'));
    fireEvent.click(button('Create the organization'));
    expect(await screen.findByText("You've created Lys Club. Next, create its first team.")).toBeDefined();
    const [made] = await device.db.selectFrom('organizations').select(['id', 'url', 'activities']).execute();
    expect([made?.url, made?.activities]).toEqual(['https://lys.example/', '["rowing"]']);
    const link = await screen.findByRole('link', { name: 'New team' });
    expect(link.getAttribute('href')).toBe(`/my/teams/new?organization=${made?.id}`);
    cleanup();
    await openAsAda('/my/teams');
    expect(await screen.findByRole('link', { name: 'Lys Club' })).toBeDefined();
  });
});

describe('editing a team', () => {
  it('starts at the Edit of its page and saves only the changes', async () => {
    const { db, team, asked } = await openOwnTeam({ region: 'Ghent' });
    await openAsAda(`/teams/${team.id}`);
    fireEvent.click(await screen.findByRole('link', { name: 'Edit' }));
    await fill('Name', 'U13');
    fireEvent.click(screen.getByLabelText('Red'));
    fireEvent.click(button('Save'));
    expect(await screen.findByText('Saved.')).toBeDefined();
    expect(await screen.findByRole('heading', { level: 1, name: 'U13' })).toBeDefined();
    const row = await db
      .selectFrom('teams')
      .select(['name', 'color', 'region', 'version'])
      .executeTakeFirst();
    expect(row).toEqual({ name: 'U13', color: 'red', region: 'Ghent', version: 2 });
    expect(asked.filter((call) => call.startsWith('PATCH'))).toHaveLength(1);
    expect(drafts()).toEqual([]);
  });

  /** The name was changed, and the answer to Save is held. */
  async function openWhileSaving() {
    const device = await openOwnTeam();
    await openAsAda(`/teams/${device.team.id}/edit`);
    await fill('Name', 'U13');
    const release = holdAnswers('PATCH');
    fireEvent.click(button('Save'));
    await screen.findByText('Saving…');
    return { ...device, release };
  }

  it('takes no input while it is saved, so that nothing typed is lost', async () => {
    const { db, release } = await openWhileSaving();
    await fill('Name', 'U14');
    expect((await field('Name')).value).toBe('U13');
    release();
    expect(await screen.findByText('Saved.')).toBeDefined();
    expect((await db.selectFrom('teams').select('name').executeTakeFirst())?.name).toBe('U13');
    expect(drafts()).toEqual([]);
  });

  it('leaves someone who has gone to another page meanwhile there, and says that it is saved', async () => {
    const { db, release } = await openWhileSaving();
    history.pushState(null, '', '/my/places');
    dispatchEvent(new PopStateEvent('popstate'));
    await waitFor(() => expect(screen.queryByText('Saving…')).toBeNull());
    release();
    await waitFor(() => expect(document.getElementById('said')?.textContent).toBe('Saved.'));
    expect(address()).toBe('/my/places');
    expect((await db.selectFrom('teams').select('name').executeTakeFirst())?.name).toBe('U13');
  });

  it('offers each colour by its name', async () => {
    const { team } = await openOwnTeam();
    await openAsAda(`/teams/${team.id}/edit`);
    await field('Name');
    const names = screen
      .getAllByRole('radio')
      .map((radio) => radio.getAttribute('aria-label')?.toLowerCase());
    expect(names).toEqual(['default', ...groupColors]);
  });

  it('merges fields that only one side changed', async () => {
    const { server, db, team } = await openOwnTeam();
    const other = await buildUser(db);
    await buildMembership(db, { team_id: team.id, person_id: other.id, role: 'coach' });
    await openAsAda(`/teams/${team.id}/edit`);
    await fill('Name', 'U13');
    await (await signIn(server, other)).call('PATCH /api/teams/{id}', {
      params: { id: team.id },
      body: { version: 1, region: 'Bruges' },
    });
    fireEvent.click(button('Save'));
    expect(await screen.findByText('Saved.')).toBeDefined();
    expect(await db.selectFrom('teams').select(['name', 'region']).executeTakeFirst()).toEqual({
      name: 'U13',
      region: 'Bruges',
    });
  });

  it('shows both versions of a field that both sides changed, and saves the chosen one', async () => {
    const { server, db, team } = await openOwnTeam();
    const other = await buildUser(db);
    await buildMembership(db, { team_id: team.id, person_id: other.id, role: 'coach' });
    await openAsAda(`/teams/${team.id}/edit`);
    await fill('Name', 'Mine');
    await (await signIn(server, other)).call('PATCH /api/teams/{id}', {
      params: { id: team.id },
      body: { version: 1, name: 'Theirs' },
    });
    fireEvent.click(button('Save'));
    const heading = await screen.findByText('This has changed in the meantime');
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect([
      screen.getByText('Mine', { selector: 'dd' }),
      screen.getByText('Theirs', { selector: 'dd' }),
    ]).toHaveLength(2);
    expect((await db.selectFrom('teams').select('name').executeTakeFirst())?.name).toBe('Theirs');
    fireEvent.click(screen.getByLabelText('Keep mine: Name'));
    fireEvent.click(button('Save'));
    expect(await screen.findByText('Saved.')).toBeDefined();
    expect((await db.selectFrom('teams').select('name').executeTakeFirst())?.name).toBe('Mine');
  });

  it('explains why to someone who may not edit, also once their role has ended', async () => {
    const { db, ada, team } = await openOwnTeam();
    await db.updateTable('memberships').set({ role: 'trainee' }).where('person_id', '=', ada.id).execute();
    await openAsAda(`/teams/${team.id}/edit`);
    expect(await screen.findByText("You can't change this team")).toBeDefined();
    cleanup();
    await db.updateTable('memberships').set({ role: 'owner' }).where('person_id', '=', ada.id).execute();
    await openAsAda(`/teams/${team.id}/edit`);
    await fill('Name', 'Mine');
    await db
      .updateTable('memberships')
      .set({ status: 'removed', ended_at: '2026-11-20T10:00:00.000Z' })
      .where('person_id', '=', ada.id)
      .execute();
    fireEvent.click(button('Save'));
    expect(await screen.findByText('Only the people who run it can change it.')).toBeDefined();
    expect((await field('Name')).value).toBe('Mine');
  });
});

describe('editing an organization', () => {
  it('shows both versions of a conflict and merges the rest', async () => {
    const { server, db, club } = await openOwnClub();
    const other = await buildUser(db);
    await buildMembership(db, { organization_id: club.id, person_id: other.id, role: 'admin' });
    await openAsAda(`/organizations/${club.id}/edit`);
    await openGroup('contact');
    await fill('Phone', '+32 1');
    await fill('Name', 'Quay');
    await (await signIn(server, other)).call('PATCH /api/organizations/{id}', {
      params: { id: club.id },
      body: { version: 1, telephone: '+32 2', region: 'Ghent' },
    });
    fireEvent.click(button('Save'));
    fireEvent.click(await screen.findByLabelText('Use the saved one: Phone'));
    fireEvent.click(button('Save'));
    expect(await screen.findByText('Saved.')).toBeDefined();
    const row = await db
      .selectFrom('organizations')
      .select(['name', 'telephone', 'region'])
      .executeTakeFirst();
    expect(row).toEqual({ name: 'Quay', telephone: '+32 2', region: 'Ghent' });
  });
});

describe('the next season', () => {
  const askForNextSeason = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'More actions' }));
    fireEvent.click(await screen.findByText('Next season', { selector: 'button' }));
  };

  it('begins with the members that stay chosen, and each team links to the other', async () => {
    const { db, team } = await openOwnTeam({ season: '2025/26' });
    const [bo, cy] = [await buildUser(db, { name: 'Bo' }), await buildUser(db, { name: 'Cy' })];
    for (const person of [bo, cy]) await buildMembership(db, { team_id: team.id, person_id: person.id });
    await openAsAda(`/teams/${team.id}`);
    await askForNextSeason();
    const asks = await sheet();
    expect((await asks.findByLabelText<HTMLInputElement>('Season')).value).toBe('2026/27');
    expect(asks.queryByText(/^Here, series without an end/)).toBeNull();
    const tick = async (name: RegExp) => asks.findByLabelText<HTMLInputElement>(name);
    expect([(await tick(/Ada Mertens/)).disabled, (await tick(/BoTrainee/)).checked]).toEqual([true, true]);
    fireEvent.click(await tick(/CyTrainee/));
    fireEvent.click(asks.getByText('Start with 2 members', { selector: 'button' }));
    expect(await screen.findByText(/^This is the team for season 2026\/27/)).toBeDefined();
    const next = await db
      .selectFrom('teams')
      .select(['id', 'name'])
      .where('previous_team_id', '=', team.id)
      .executeTakeFirst();
    const members = await db
      .selectFrom('memberships')
      .select('person_id')
      .where('team_id', '=', next?.id ?? '')
      .execute();
    expect(members.map(({ person_id }) => person_id)).not.toContain(cy.id);
    expect(members).toHaveLength(2);
    fireEvent.click(await screen.findByRole('link', { name: '2025/26' }));
    const onward = await screen.findByRole('link', { name: 'U12, season 2026/27' });
    expect(onward.getAttribute('href')).toBe(`/teams/${next?.id}`);
    await waitFor(() => expect(screen.queryByText('Next season', { selector: 'button' })).toBeNull());
  });

  it('says before it begins what then stops in the old team', async () => {
    const { db, team } = await openOwnTeam();
    const series = await buildSeries(db, { extended_until: '2027-05-21' });
    await buildEvent(db, { teams: [team.id], series_id: series.id, recurrence_id: '2026-11-28T11:00' });
    await openAsAda(`/teams/${team.id}`);
    await askForNextSeason();
    expect(await (await sheet()).findByText(/^Here, series without an end get no new dates/)).toBeDefined();
  });

  it('focuses the field that was refused', async () => {
    const { team, user } = await openOwnTeam({ season: null });
    await openAsAda(`/teams/${team.id}`);
    await askForNextSeason();
    const asks = await sheet();
    const season = await asks.findByLabelText<HTMLInputElement>('Season');
    await user.click(await asks.findByText('Start with 1 member', { selector: 'button' }));
    await waitFor(() => expect(season.getAttribute('aria-invalid')).toBe('true'));
    await waitFor(() => expect(document.activeElement).toBe(season));
  });

  it('takes no input while it is started, and keeps the focus', async () => {
    const { db, team, user } = await openOwnTeam({ season: '2025/26' });
    const bo = await buildUser(db, { name: 'Bo' });
    await buildMembership(db, { team_id: team.id, person_id: bo.id });
    await openAsAda(`/teams/${team.id}`);
    await askForNextSeason();
    const asks = await sheet();
    const tick = await asks.findByLabelText<HTMLInputElement>(/BoTrainee/);
    const name = asks.getByLabelText<HTMLInputElement>('Name');
    const release = holdAnswers('POST', `/api/teams/${team.id}/next-season`);
    fireEvent.click(asks.getByText('Start with 2 members', { selector: 'button' }));
    await asks.findByText('Starting…');
    await user.type(name, ' and more');
    fireEvent.click(tick);
    expect([name.value, tick.checked]).toEqual([team.name, true]);
    expect([document.activeElement, name.readOnly]).toEqual([name, true]);
    release();
    expect(await screen.findByText(/^This is the team for season 2026\/27/)).toBeDefined();
    expect(drafts()).toEqual([]);
  });

  it('says what an earlier try, whose answer was lost, has started differently', async () => {
    const { db, team } = await openOwnTeam({ season: '2025/26' });
    const bo = await buildUser(db, { name: 'Bo' });
    await buildMembership(db, { team_id: team.id, person_id: bo.id });
    await openAsAda(`/teams/${team.id}`);
    await askForNextSeason();
    const asks = await sheet();
    const start = (text: string) => fireEvent.click(asks.getByText(text, { selector: 'button' }));
    await asks.findByLabelText(/BoTrainee/);
    loseAnswer('POST', /next-season$/);
    start('Start with 2 members');
    // It is there from the start, and takes no input until it says something.
    await waitFor(() => expect(asks.getByRole('alert', { hidden: true }).textContent).not.toBe(''));
    fireEvent.change(asks.getByLabelText('Season'), { target: { value: '2026' } });
    fireEvent.click(await asks.findByLabelText(/BoTrainee/));
    start('Start with 1 member');
    expect(
      await screen.findByText(
        'This is the team for season 2026/27. The previous one stays as it was. It had already started with what you sent first. Check: Season, Members.',
      ),
    ).toBeDefined();
  });

  it('says at the season that it is the current one, and keeps the choices', async () => {
    const { db, team } = await openOwnTeam({ season: '2025/26' });
    const bo = await buildUser(db, { name: 'Bo' });
    await buildMembership(db, { team_id: team.id, person_id: bo.id });
    await openAsAda(`/teams/${team.id}`);
    await askForNextSeason();
    const asks = await sheet();
    fireEvent.click(await asks.findByLabelText(/BoTrainee/));
    fireEvent.change(asks.getByLabelText('Season'), { target: { value: '2025/26' } });
    fireEvent.click(asks.getByText('Start with 1 member', { selector: 'button' }));
    expect(await asks.findByText('The team is already in this season')).toBeDefined();
    cleanup();
    await openAsAda(`/teams/${team.id}`);
    await askForNextSeason();
    expect((await (await sheet()).findByLabelText<HTMLInputElement>(/BoTrainee/)).checked).toBe(false);
  });
});
