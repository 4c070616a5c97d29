// The event form as values: what is sent, what is a change, what conflicts, and which stored drafts are
// valid.
import { validate, version } from 'uuid';
import { describe, expect, it } from 'vitest';
import { changesOf, conflictsOf, resolved, typedInto } from '../../../src/app/data/forms/edits.ts';
import { newId } from '../../../src/app/data/http/new-id.ts';
import { plainDefaults, withKind, withOwner } from '../../../src/app/features/planning/create/defaults.ts';
import {
  amountMinor,
  editBody,
  newBody,
  validationErrors,
} from '../../../src/app/features/planning/form/body.ts';
import { type EventValues, isEdits, valuesOfBody } from '../../../src/app/features/planning/form/values.ts';
import { matchingPlaces } from '../../../src/app/features/planning/places/place-match.ts';
import type { OwnPlace } from '../../../src/contract/events/places.ts';

const base: EventValues = plainDefaults({
  owner: { kind: 'team', id: 'team-1' },
  userId: 'me',
  today: '2026-11-23',
  timeZone: 'Europe/Brussels',
  day: null,
});
const id = newId();

describe('newId', () => {
  it('is a UUID of version 7 that sorts by its time', () => {
    const ids = Array.from({ length: 50 }, (_, at) => newId(1_700_000_000_000 + at));
    expect(ids.every((one) => validate(one) && version(one) === 7)).toBe(true);
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(Array.from({ length: 500 }, () => newId())).size).toBe(500);
  });
});

describe('the body of a new event', () => {
  it('contains the instants of the local times, and one place, team and leader', () => {
    const body = newBody({ ...base, place: 'place-1' }, { id, publication: 'published' });
    expect(body).toMatchObject({
      id,
      publication: 'published',
      owner: { kind: 'team', id: 'team-1' },
      teamIds: ['team-1'],
      leaderIds: ['me'],
      startsAt: '2026-11-24T17:00:00.000Z',
      endsAt: '2026-11-24T18:30:00.000Z',
      timeZone: 'Europe/Brussels',
      place: { id: 'place-1' },
      attendanceMode: 'offline',
      visibility: 'team',
      maximumAttendeeCapacity: null,
      offers: [],
    });
    expect(body).not.toHaveProperty('activities');
  });

  it('contains a new place, in the zone of the event', () => {
    const newPlace = {
      id: newId(),
      name: 'Hall',
      address: 'Street 1',
      region: 'Ghent',
      countryCode: 'BE',
      directions: '',
    };
    expect(newBody({ ...base, newPlace }, { id, publication: 'draft' }).place).toEqual({
      ...newPlace,
      directions: null,
      timeZone: 'Europe/Brussels',
    });
  });

  it('converts back to the form when the queued write is opened', () => {
    const values: EventValues = {
      ...base,
      name: 'Camp',
      capacity: '12',
      closes: '2026-11-23T20:00',
      offers: [
        {
          id: '',
          name: 'Member',
          amount: '7.50',
          currency: 'EUR',
          refund: 'P2D',
          cash: true,
          eligibility: '',
        },
      ],
      newPlace: {
        id: newId(),
        name: 'Hall',
        address: 'Street 1',
        region: 'Ghent',
        countryCode: 'BE',
        directions: '',
      },
      accessibility: 'Step-free\nParking',
      ageMin: '8',
    };
    expect(valuesOfBody(newBody(values, { id, publication: 'draft' }))).toEqual(values);
  });
});

describe('the body of an edit', () => {
  it('leaves who sees the names to the server unless someone chose it', () => {
    const sent = { id, publication: 'draft' } as const;
    const open = { ...base, rosterVisibility: 'participants' } as const;
    expect(newBody(open, sent)).not.toHaveProperty('rosterVisibility');
    expect(newBody(open, { ...sent, isRosterChosen: true }).rosterVisibility).toBe('participants');
    expect(newBody({ ...base, rosterVisibility: 'coaches' }, sent).rosterVisibility).toBe('coaches');
  });

  it('contains exactly the fields that the changes affect', () => {
    const values = { ...base, day: '2026-11-25', endDay: '2026-11-25', capacity: '14' };
    expect(editBody(values, ['day', 'endDay', 'capacity'], { version: 3 })).toEqual({
      version: 3,
      startsAt: '2026-11-25T17:00:00.000Z',
      endsAt: '2026-11-25T18:30:00.000Z',
      maximumAttendeeCapacity: 14,
    });
  });

  it('contains both times with another zone, so that 18:00 is 18:00 there', () => {
    const body = editBody({ ...base, timeZone: 'America/New_York', place: 'p' }, ['timeZone', 'place'], {
      version: 1,
    });
    expect(body).toMatchObject({
      timeZone: 'America/New_York',
      startsAt: '2026-11-24T23:00:00.000Z',
      place: { id: 'p' },
    });
  });
});

it.each([
  ['7.50', 'EUR', 750],
  ['7,5', 'EUR', 750],
  ['7', 'EUR', 700],
  [' 1 200 ', 'EUR', 120_000],
  ['0', 'EUR', 0],
  ['500', 'JPY', 500],
  ['3.5', 'KWD', 3500],
  ['5.5', 'JPY', null],
  ['7.505', 'EUR', null],
  ['', 'EUR', null],
  ['-5', 'EUR', null],
  ['free', 'EUR', null],
])('amountMinor(%j, %s) is %j', (text, currency, minor) => {
  expect(amountMinor(text, currency)).toBe(minor);
});

describe('validation before sending', () => {
  it('accepts the defaults', () => expect(validationErrors(base)).toEqual({}));

  it("uses the server's field paths", () => {
    const offers = [
      { id: '', name: '', amount: 'x', currency: 'EUR', refund: '', cash: false, eligibility: '' },
    ];
    const newPlace = { id, name: 'Hall', address: '', region: 'Ghent', countryCode: 'BE', directions: '' };
    const errors = validationErrors({ ...base, name: ' ', day: '', capacity: 'many', offers, newPlace });
    expect(Object.keys(errors).toSorted()).toEqual([
      'maximumAttendeeCapacity',
      'name',
      'offers.0.name',
      'offers.0.price.amountMinor',
      'place.address',
      'startsAt',
    ]);
  });

  it('rejects an end before the start', () => {
    expect(validationErrors({ ...base, endDay: '2026-11-20' })).toEqual({
      endsAt: 'It ends before it starts.',
    });
  });
});

describe('concurrent changes', () => {
  const typed = (fields: Partial<EventValues>) => typedInto(null, { fields, now: base, at: 1 });

  it('merge when only one side changed a field', () => {
    const theirs = { ...base, capacity: '20' };
    const edits = typed({ name: 'Mine' });
    expect(changesOf(edits, theirs)).toEqual(['name']);
    expect(conflictsOf(edits, theirs)).toEqual([]);
  });

  it('ask about a field that both changed, and apply the choice', () => {
    const theirs = { ...base, name: 'Theirs' };
    const edits = typed({ name: 'Mine', capacity: '5' });
    expect(conflictsOf(edits, theirs)).toEqual(['name']);
    const kept = resolved(edits, ['name'], 'mine', theirs);
    expect(conflictsOf(kept, theirs)).toEqual([]);
    expect(changesOf(kept, theirs)).toEqual(['name', 'capacity']);
    expect(changesOf(resolved(edits, ['name'], 'theirs', theirs), theirs)).toEqual(['capacity']);
  });

  it('do not ask about a field that was typed and has its old value', () => {
    const edits = typed({ day: '2026-11-25', endDay: '2026-11-25', end: base.end });
    expect(conflictsOf(edits, { ...base, end: '20:00' })).toEqual([]);
    expect(changesOf(edits, { ...base, end: '20:00' })).toEqual(['day', 'endDay']);
  });
});

describe('a stored draft', () => {
  const edits = { base, typed: { name: 'Camp' }, at: 1 };

  it('is used when this version wrote it', () =>
    expect(isEdits(JSON.parse(JSON.stringify(edits)))).toBe(true));

  it.each([
    ['nothing', null],
    ['too few fields', { ...edits, base: { ...base, name: undefined } }],
    ['another kind of field', { ...edits, typed: { capacity: 12 } }],
    ['a field of another version', { ...edits, typed: { colour: 'red' } }],
    ['an incomplete price', { ...edits, typed: { offers: [{ id: '', name: 'x' }] } }],
    ['no start time of the edit', { base, typed: {} }],
  ])('is dropped when it contains %s', (_, kept) => expect(isEdits(kept)).toBe(false));
});

describe('the effects of a choice', () => {
  it('include a name after the kind until someone has named the event', () => {
    expect(withKind(base, 'match')).toEqual({ kind: 'match', name: 'Match' });
    expect(withKind({ ...base, name: 'U12 v Ledeberg' }, 'match')).toEqual({ kind: 'match' });
  });

  it('include the teams of another owner, and the visibility if the old one is invalid', () => {
    expect(withOwner(base, { kind: 'person', id: 'me' })).toEqual({
      owner: 'person me',
      teamIds: [],
      visibility: 'unlisted',
    });
    expect(withOwner({ ...base, visibility: 'public' }, { kind: 'team', id: 't2' })).toEqual({
      owner: 'team t2',
      teamIds: ['t2'],
    });
  });
});

it('places are found by prefixes of words, without accents, matches of the name first', () => {
  const place = (name: string, address: string, upcomingCount = 0) =>
    ({ id: name, name, address, region: 'Gent', upcomingCount }) as OwnPlace;
  const places = [
    place('Sporthal Tolhuis', 'Blaarmeersen 1'),
    place('Blaarmeersen, pitch 3', 'Strandlaan 24', 2),
    place('Blaarmeersen, pitch 1', 'Strandlaan 24', 9),
    place('Café Élan', 'Kouter 2'),
  ];
  const found = (typed: string) => matchingPlaces(places, typed).map(({ name }) => name);
  expect(found('blaar')).toEqual(['Blaarmeersen, pitch 1', 'Blaarmeersen, pitch 3', 'Sporthal Tolhuis']);
  expect(found('blaar 3')).toEqual(['Blaarmeersen, pitch 3']);
  expect(found('elan')).toEqual(['Café Élan']);
  expect(found('meersen')).toEqual([]);
  expect(found('')).toHaveLength(4);
});
