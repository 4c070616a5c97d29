// How queued marks are shown over the list of the server, what undoing them does, the order of the list, and finding people.
import { describe, expect, it } from 'vitest';
import {
  addGuest,
  markMany,
  markOne,
  withAnswers,
  withQueuedMarks,
} from '../../../src/app/data/outbox/marks.ts';
import { splitRefused } from '../../../src/app/data/outbox/refused-batch.ts';
import { matching } from '../../../src/app/features/attendance/find-people.ts';
import { countsOf, isOpen, openFirst, withNewcomers } from '../../../src/app/features/attendance/order.ts';
import { beforeOf, type Done, undoing } from '../../../src/app/features/attendance/undo.ts';
import type { AttendanceItem } from '../../../src/contract/events/attendance.ts';
import { isAnswerOf } from '../../../src/offline/answer-shapes.ts';
import type { NewWrite, QueuedWrite } from '../../../src/offline/outbox.ts';

const noon = Date.parse('2026-11-26T12:00:00.000Z');
const minute = 60_000;
const about = { event: { id: 'e1', name: 'Training' }, what: 'Here', reason: null };
const late = (minutesLate: number) => ({ status: 'late', minutesLate }) as const;
const here = { status: 'present', minutesLate: null } as const;

const item = (id: string, given: Partial<AttendanceItem> = {}): AttendanceItem => ({
  user: { id, name: id, avatarSrc: null, hasAccount: true },
  isGuest: false,
  isExpected: true,
  reply: 'confirmed',
  note: null,
  status: null,
  minutesLate: null,
  occurredAt: null,
  source: null,
  markedBy: null,
  reason: null,
  ...given,
});
const person = (id: string) => ({ id, name: id });

/** A row that was queued at a time by the device's clock. */
const row = (write: NewWrite, at: number, given: Partial<QueuedWrite> = {}): QueuedWrite => ({
  ...write,
  body: JSON.parse(
    JSON.stringify(write.body, (key, value) => (key === 'occurredAt' ? new Date(at).toISOString() : value)),
  ),
  id: crypto.randomUUID(),
  queuedAt: at,
  attempts: 0,
  notBefore: 0,
  refusal: null,
  ...given,
});

describe('queued marks over the list of the server', () => {
  const clocks = { offsetMs: 0, answeredAt: noon - minute };
  const statusOf = (people: ReturnType<typeof withQueuedMarks>, id: string) =>
    people.find(({ user }) => user.id === id)?.status;

  it('a queued mark is shown at once, and the newest of several counts, whatever their order', () => {
    const [first, second] = [
      row(markOne(person('ada'), here, about), noon),
      row(markOne(person('ada'), late(5), about), noon + 1),
    ];
    for (const rows of [
      [first, second],
      [second, first],
    ])
      expect(withQueuedMarks([item('ada')], rows, clocks)[0]).toMatchObject({
        status: 'late',
        minutesLate: 5,
        queued: { id: second?.id },
      });
  });

  it('a mark made after the list was read counts even if the clock of the device is slow', () => {
    const marked = item('ada', { status: 'absent', occurredAt: new Date(noon + 5 * minute).toISOString() });
    const rows = [row(markOne(person('ada'), here, about), noon)];
    expect(statusOf(withQueuedMarks([marked], rows, clocks), 'ada')).toBe('present');
  });

  it('a newer list is compared by the corrected time of the decision', () => {
    const read = { offsetMs: -7 * minute, answeredAt: noon + 10 * minute };
    const rows = [row(markOne(person('ada'), here, about), noon)];
    const at = (minutes: number) => [
      item('ada', { status: 'absent', occurredAt: new Date(noon + minutes * minute).toISOString() }),
    ];
    // Decided at 11:53 by the clock of the server.
    expect(statusOf(withQueuedMarks(at(-6), rows, read), 'ada')).toBe('absent');
    expect(statusOf(withQueuedMarks(at(-8), rows, read), 'ada')).toBe('present');
  });

  it('marks are compared by the clock that the device had when they were made', () => {
    const read = { offsetMs: 0, answeredAt: noon + 4 * minute };
    const fast = row(markOne(person('ada'), here, about), noon + 7 * minute, { offsetMs: -7 * minute });
    const right = row(markOne(person('ada'), late(3), about), noon + 2 * minute, { offsetMs: 0 });
    const corrected = [
      item('ada', { status: 'absent', occurredAt: new Date(noon + 3 * minute).toISOString() }),
    ];
    expect(statusOf(withQueuedMarks(corrected, [fast], read), 'ada')).toBe('absent');
    expect(statusOf(withQueuedMarks([item('ada')], [fast, right], read), 'ada')).toBe('late');
  });

  it('a refused mark does not count, and stays with its person until a newer one', () => {
    const refusal = { code: 'not_permitted', message: 'Only coaches and assistants can mark attendance.' };
    const refused = row(markOne(person('ada'), here, about), noon, { refusal });
    const [ada] = withQueuedMarks([item('ada')], [refused], clocks);
    expect(ada).toMatchObject({ status: null, refused: { refusal } });
    const newer = row(markOne(person('ada'), late(3), about), noon + 1);
    expect(withQueuedMarks([item('ada')], [refused, newer], clocks)[0]).toMatchObject({
      status: 'late',
      refused: null,
    });
  });

  it('a refused mark is not shown with a newer one that the server has', () => {
    const refused = row(markOne(person('ada'), here, about), noon, { refusal: { code: 'c', message: '' } });
    const marked = item('ada', { status: 'late', occurredAt: new Date(noon + minute).toISOString() });
    const read = { offsetMs: 0, answeredAt: noon + 2 * minute };
    expect(withQueuedMarks([marked], [refused], read)[0]).toMatchObject({ status: 'late', refused: null });
  });

  it('guests, people who are not on the list, and those of a batch are shown with their names', () => {
    const rows = [
      row(addGuest({ id: 'g', name: 'Gus' }, here, about), noon),
      row(markOne({ id: 'm', name: 'Mo' }, late(2), about), noon),
      row(markMany([{ person: person('ada'), ...here }], about), noon),
    ];
    const people = withQueuedMarks([item('ada')], rows, clocks);
    expect(people.map(({ user, isGuest, status }) => [user.name, isGuest, status])).toEqual([
      ['ada', false, 'present'],
      ['Gus', true, 'present'],
      ['Mo', false, 'late'],
    ]);
  });

  it('an answer of the server replaces the row of its person, or is added', () => {
    const answers = [item('ada', { status: 'present' }), item('gus', { isGuest: true })];
    expect(
      withAnswers([item('ada'), item('ben')], answers).map(({ user, status }) => [user.id, status]),
    ).toEqual([
      ['ada', 'present'],
      ['ben', null],
      ['gus', null],
    ]);
  });

  it('each person has one subject per event; adding a guest and a batch have subjects of their own', () => {
    const subjects = [
      markOne(person('ada'), here, about),
      markOne(person('ada'), late(1), about),
      addGuest(person('ada'), here, about),
      markMany([{ person: person('ada'), ...here }], about),
    ].map(({ subject }) => subject);
    expect(subjects.slice(0, 3)).toEqual(['mark:e1:ada', 'mark:e1:ada', 'guest:e1:ada']);
    expect(subjects[3]).toMatch(/^marks:e1:/);
  });
});

describe('a refused batch', () => {
  const batch = markMany(
    [person('ada'), person('ben'), person('cleo')].map((one) => ({ person: one, ...here })),
    about,
  );
  const naming = (...paths: string[]) => ({
    code: 'validation_failed',
    message: '',
    fields: paths.map((path) => ({ path, message: '' })),
  });
  const idsOf = (part: { body: Record<string, unknown> } | undefined) =>
    (part?.body.marks as { personId: string }[] | undefined)?.map(({ personId }) => personId);

  it('is split into the marks that the server named, and the others, with their people and times', () => {
    const parts = splitRefused(batch, naming('marks.1.personId'));
    expect([idsOf(parts?.refused), idsOf(parts?.rest)]).toEqual([['ben'], ['ada', 'cleo']]);
    expect([parts?.refused.people, parts?.rest.people]).toEqual([
      [person('ben')],
      [person('ada'), person('cleo')],
    ]);
    expect(parts?.rest.body.marks).toEqual(
      (batch.body.marks as { personId: string }[]).filter(({ personId }) => personId !== 'ben'),
    );
  });

  it.each([
    ['names none', batch, naming()],
    ['names something else', batch, naming('sentAt')],
    ['names all', batch, naming('marks.0.reason', 'marks.1.reason', 'marks.2.reason')],
    ['is of one mark', markOne(person('ada'), here, about), naming('personId')],
  ])('stays whole where the refusal %s', (_, write, refusal) => {
    expect(splitRefused(write, refusal)).toBeNull();
  });
});

describe('undoing', () => {
  const clocks = { offsetMs: 0, answeredAt: noon - minute };
  const shown = (items: AttendanceItem[], rows: QueuedWrite[]) =>
    new Map(withQueuedMarks(items, rows, clocks).map((one) => [one.user.id, one]));
  const doneTo = (before: ReturnType<typeof shown>, ids: string[], ...writes: NewWrite[]): Done => ({
    writes,
    changes: ids.map((id) => ({ person: person(id), ...here })),
    before: ids.flatMap((id) => beforeOf(before.get(id) as never)),
    said: '',
    reason: null,
  });
  const marked = (given: Partial<AttendanceItem>) =>
    item('ada', {
      status: 'present',
      occurredAt: new Date(noon).toISOString(),
      source: 'coach',
      markedBy: { id: 'me', name: 'Me' },
      ...given,
    });
  const batchOf = (...ids: string[]) =>
    row(
      markMany(
        ids.map((id) => ({ person: person(id), ...here })),
        about,
      ),
      noon,
    );

  it('a batch that was never sent leaves the queue, so that no check-in meanwhile is taken back', () => {
    const items = [item('ada'), item('ben')];
    const batch = batchOf('ada', 'ben');
    const done = doneTo(shown(items, []), ['ada', 'ben'], batch);
    expect(undoing(done, shown(items, [batch]), 'me')).toMatchObject({
      unsent: new Map([[batch.id, done.before]]),
      back: [],
    });
    expect(undoing(done, shown(items, [{ ...batch, attempts: 1 }]), 'me').back).toMatchObject([
      { person: person('ada'), status: null },
      { person: person('ben'), status: null },
    ]);
  });

  it('the row of a later action stays, because it says more than this one', () => {
    const items = [item('ada'), item('ben')];
    const later = row(batchOf('ada', 'ben'), noon + 1);
    const done = doneTo(shown(items, []), ['ada'], row(markOne(person('ada'), here, about), noon));
    expect(undoing(done, shown(items, [later]), 'me')).toMatchObject({
      unsent: new Map(),
      back: [{ person: person('ada'), status: null }],
    });
  });

  it('the rest of a batch that was refused in part leaves the queue like the batch', () => {
    const batch = batchOf('ada', 'ben');
    const rest = { ...batch, id: `${batch.id}-rest` };
    const items = [item('ada'), item('ben')];
    expect(undoing(doneTo(shown(items, []), ['ada'], batch), shown(items, [rest]), 'me').unsent).toEqual(
      new Map([[rest.id, [expect.objectContaining({ person: person('ada') })]]]),
    );
  });

  it('a mark that has replaced an unsent one is written back, because the queue has that one no more', () => {
    const first = row(markOne(person('ada'), late(5), about), noon);
    const second = row(markOne(person('ada'), here, about), noon + 1);
    const done = doneTo(shown([item('ada')], [first]), ['ada'], second);
    const now = shown([item('ada')], [second]);
    expect(undoing(done, now, 'me')).toMatchObject({
      unsent: new Map(),
      back: [{ status: 'late', minutesLate: 5 }],
    });
  });

  it.each<[string, Partial<AttendanceItem>, number]>([
    ['own mark', {}, 1],
    ['mark of another coach', { markedBy: { id: 'jan', name: 'Jan' } }, 0],
    ['check-in by code', { source: 'selfQr', markedBy: null }, 0],
    ['newer mark', { status: 'absent' }, 0],
  ])('an acknowledged %s is written back %o: %i', (_, given, count) => {
    const done = doneTo(shown([item('ada')], []), ['ada']);
    expect(undoing(done, shown([marked(given)], []), 'me')).toMatchObject({
      unsent: new Map(),
      back: { length: count },
    });
  });
});

describe('the order of the list', () => {
  const shown = (items: AttendanceItem[]) => withQueuedMarks(items, [], { offsetMs: 0, answeredAt: null });

  it('puts those to be marked first, then the marked, then those who are not expected', () => {
    const people = shown([
      item('no', { reply: 'declined' }),
      item('marked', { status: 'present', occurredAt: new Date(noon).toISOString() }),
      item('going'),
      item('silent', { reply: null }),
    ]);
    expect(openFirst(people)).toEqual(['going', 'silent', 'marked', 'no']);
    expect(countsOf(people)).toEqual({ present: 1, late: 0, excused: 0, absent: 0, noShows: 0, open: 2 });
  });

  it('guests and people who were added by name are not open once their mark is taken back', () => {
    const none = { status: null, minutesLate: null } as const;
    const people = withQueuedMarks(
      [
        item('guest', { isGuest: true, isExpected: false, status: 'present', reply: null }),
        // Their first mark was sent, and the list was read again.
        item('walk-in', { isExpected: false, status: 'present', reply: null }),
        item('ada'),
      ],
      ['guest', 'walk-in', 'found', 'ada'].map((id) => row(markOne(person(id), none, about), noon)),
      { offsetMs: 0, answeredAt: noon - minute },
    );
    expect(people.filter(isOpen).map(({ user }) => user.id)).toEqual(['ada']);
  });

  it('of an answer that does not say who is expected has all but guests open', () => {
    const older = ({ isExpected: _, ...rest }: AttendanceItem): AttendanceItem => rest;
    const items = [item('guest', { isGuest: true }), item('no', { reply: 'declined' }), item('ada')];
    expect(isAnswerOf('GET /api/events/{id}/attendance', { items: items.map(older) })).toBe(true);
    expect(
      shown(items.map(older))
        .filter(isOpen)
        .map(({ user }) => user.id),
    ).toEqual(['ada']);
  });

  it('stays the same after a mark, and puts a new person last', () => {
    const order = ['ben', 'ada'];
    const people = shown([item('ada'), item('ben', { status: 'late' }), item('cleo')]);
    expect(withNewcomers(order, people)).toEqual(['ben', 'ada', 'cleo']);
    expect(withNewcomers(order, people.slice(0, 2))).toBe(order);
  });
});

it('people are found by the beginnings of their names, without accents and case', () => {
  const people = ['Zoë Peeters', 'Jean-Luc Martin', 'Anna Zoeller'].map((name) => ({ name }));
  const found = (text: string) => matching(people, text).map(({ name }) => name);
  expect(found('zoe')).toEqual(['Zoë Peeters', 'Anna Zoeller']);
  expect(found('pe ZO')).toEqual(['Zoë Peeters']);
  expect(found('luc')).toEqual(['Jean-Luc Martin']);
  expect(found('')).toHaveLength(3);
});

it('people are found whichever hyphens, apostrophes and letters of other languages are typed', () => {
  const people = [{ name: 'Anna-Lena Schmidt' }, { name: 'Rory O’Neil' }, { name: 'Hans Peter' }];
  const found = (text: string) => matching(people, text).map(({ name }) => name);
  expect(found('Anna-Lena')).toEqual(['Anna-Lena Schmidt']);
  expect(found('anna-lena schmidt')).toEqual(['Anna-Lena Schmidt']);
  expect(found("o'neil")).toEqual(['Rory O’Neil']);
  expect(found('Hans-Peter')).toEqual(['Hans Peter']);
  expect(matching([{ name: 'Łukasz Strauß' }], 'lukasz strauss')).toHaveLength(1);
});
