// What the reads of an event answer while only its queued creation is known.
import { expect, it } from 'vitest';
import { createdEvent, type Known } from '../../../src/app/data/device/created-event.ts';
import { createdId } from '../../../src/app/data/outbox/planned.ts';
import { daysOf, entryLabels, queuedItem } from '../../../src/app/features/calendar/entries.ts';
import type { Body } from '../../../src/contract/api.ts';
import { isAnswerOf } from '../../../src/offline/answer-shapes.ts';
import { newRow, type QueuedWrite } from '../../../src/offline/outbox.ts';

type Draft = Body<'POST /api/events'>;
type SavedTeam = NonNullable<ReturnType<Known['teamOf']>>;

const draft: Draft = {
  id: 'e1',
  name: 'Dunes instead',
  kind: 'training',
  startsAt: '2026-11-28T17:00:00.000Z',
  endsAt: '2026-11-28T18:00:00.000Z',
  timeZone: 'Europe/Brussels',
  owner: { kind: 'team', id: 'u12' },
  publication: 'published',
};

const rowOf = (body: Draft, given: Partial<QueuedWrite> = {}): QueuedWrite => {
  const write = { call: 'POST /api/events', params: {}, body, subject: 'event:e1', title: '' };
  return { ...newRow(write, { id: 'r1', now: 1, last: undefined })[1], ...given };
};

const person = (id: string, role: 'owner' | 'coach' | 'assistant' | 'trainee') => ({
  id,
  name: id,
  avatarSrc: null,
  role,
  title: null,
  jersey: null,
  hasAccount: true,
  attendance: null,
  away: null,
});
const teamOf = (id: string, people: ReturnType<typeof person>[], given: Partial<SavedTeam> = {}) =>
  ({
    id,
    name: id,
    activity: 'football',
    organization: { id: 'club', name: 'KV Rooigem' },
    roster: people,
    rosterCursor: null,
    ...given,
  }) as SavedTeam;

const known = (...teams: SavedTeam[]): Known => ({
  teamOf: (id) => teams.find((team) => team.id === id),
  places: [],
  user: { id: 'ada', name: 'Ada' },
});
const idsOf = ({ attendance }: ReturnType<typeof createdEvent>) =>
  attendance.items.map(({ user }) => user.id);

it('an event and a list are made that have the shape of the answers', () => {
  const team = teamOf('u12', [person('ada', 'coach'), person('ben', 'trainee')]);
  const { event, attendance } = createdEvent(rowOf(draft), known(team));
  expect(isAnswerOf('GET /api/events/{id}', event)).toBe(true);
  expect(isAnswerOf('GET /api/events/{id}/attendance', attendance)).toBe(true);
  expect(event).toMatchObject({
    name: 'Dunes instead',
    organizer: { kind: 'organization', name: 'KV Rooigem' },
    leaders: [{ id: 'ada' }],
    can: { markAttendance: true, edit: false },
  });
});

it('the people are those whom the server will ask, each once', () => {
  const u12 = teamOf('u12', [
    person('ada', 'coach'),
    person('ben', 'trainee'),
    person('jan', 'assistant'),
    person('kim', 'owner'),
    person('lea', 'trainee'),
  ]);
  const u10 = teamOf('u10', [person('ben', 'trainee'), person('mo', 'trainee')]);
  const row = rowOf({ ...draft, teamIds: ['u12', 'u10'], leaderIds: ['lea'] });
  const created = createdEvent(row, known(u12, u10));
  expect(idsOf(created)).toEqual(['ben', 'jan', 'mo']);
  expect(created.missesPeople).toBe(false);
});

it.each<[string, SavedTeam[]]>([
  ['a team is not saved', []],
  ['its roster is hidden', [teamOf('u12', [], { roster: null })]],
  ['its roster has more pages', [teamOf('u12', [], { rosterCursor: 'next' })]],
])('people are missing if %s', (_, teams) => {
  const created = createdEvent(rowOf(draft), known(...teams));
  expect(idsOf(created)).toEqual([]);
  expect(created.missesPeople).toBe(true);
});

it('a new place and prices are those of the form', () => {
  const price = { amountMinor: 500, currency: 'EUR' };
  const place = { name: 'Dunes', address: 'Strand 1', region: 'De Panne', countryCode: 'BE', timeZone: '' };
  const { event } = createdEvent(rowOf({ ...draft, place, offers: [{ name: 'All', price }] }), known());
  expect(event).toMatchObject({ place: { name: 'Dunes' }, price, offers: [{ name: 'All', price }] });
  expect(isAnswerOf('GET /api/events/{id}', event)).toBe(true);
});

it('it is in the calendar as not sent, until an answer of the calendar has it', () => {
  const team = teamOf('u12', [person('ada', 'coach')]);
  const queued = queuedItem(createdEvent(rowOf(draft), known(team)).event);
  const { isQueued, ...answered } = queued;
  expect(isAnswerOf('GET /api/users/me/calendar', { items: [answered] })).toBe(true);
  const shown = (...answers: [typeof answered][]) =>
    daysOf([[queued], ...answers], 'UTC')
      .byDay.get('2026-11-28')
      ?.map((entry) => [entry.mine, entry.canEdit, ...entryLabels(entry, 0).map(({ label }) => label)]);
  expect(shown()).toEqual([['coaching', false, 'Not sent yet']]);
  expect(shown([answered])).toEqual([['coaching', false, 'Coaching']]);
});

it('only a single event that is published and waits can be acted on', () => {
  const refusal = { code: 'invalid', message: '' };
  const recurrence = { rrule: 'FREQ=WEEKLY' };
  expect(createdId(rowOf(draft))).toBe('e1');
  expect(createdId(rowOf({ ...draft, publication: 'draft' }))).toBeNull();
  expect(createdId(rowOf({ ...draft, recurrence }))).toBeNull();
  expect(createdId(rowOf(draft, { refusal }))).toBeNull();
  expect(createdId(rowOf(draft, { call: 'PATCH /api/events/{id}' }))).toBeNull();
});
