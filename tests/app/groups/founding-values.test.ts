// What the forms of groups send, and the name of the next season.
import { expect, it } from 'vitest';
import { isEditsLike } from '../../../src/app/data/forms/edits.ts';
import {
  newOrganization,
  newTeam,
  organizationBody,
  teamBody,
  teamErrors,
} from '../../../src/app/features/founding/form/values.ts';
import { seasonAfter } from '../../../src/app/features/groups/season/season-after.ts';

it.each([
  ['2025/26', '2026/27'],
  ['2025-26', '2026-27'],
  ['2025/2026', '2026/2027'],
  ['2025', '2026'],
  [' 2098 / 99 ', '2099/00'],
  ['Summer 2025', ''],
  ['', ''],
  [null, ''],
])('the season after %j is %j', (season, next) => {
  expect(seasonAfter(season)).toBe(next);
});

it('empty fields are sent as null, and only the offered fields', () => {
  const values = { ...newTeam('', 'rowing', ''), ageMin: ' 12 ', color: 'teal' } as const;
  expect(teamBody(values, ['ageMin', 'ageMax', 'region', 'color'])).toEqual({
    ageMin: 12,
    ageMax: null,
    region: null,
    color: 'teal',
  });
});

it.each([
  ['lys.example', 'https://lys.example'],
  ['http://lys.example', 'http://lys.example'],
  ['  ', null],
])('the web address %j is sent as %j', (url, sent) => {
  expect(organizationBody({ ...newOrganization, url }, ['url'])).toEqual({ url: sent });
});

it.each(['-1', '121', '12.5', 'twelve'])('%j is not a valid age', (ageMin) => {
  const values = { ...newTeam('', 'rowing', ''), name: 'A', ageMin };
  expect(Object.keys(teamErrors(values))).toEqual(['ageMin']);
});

it('a stored draft counts as edits only if it has the shape of the form', () => {
  const base = newOrganization;
  const isEdits = (value: unknown) => isEditsLike(value, newOrganization);
  expect(isEdits({ base, typed: { name: 'A', activities: ['rowing'] }, at: 1 })).toBe(true);
  for (const value of [
    null,
    { base, typed: { name: 7 }, at: 1 },
    { base, typed: { activities: [7] }, at: 1 },
    { base, typed: { surprise: 'x' }, at: 1 },
    { base: { name: 'A' }, typed: {}, at: 1 },
    { base, typed: {}, at: 'now' },
  ])
    expect([value, isEdits(value)]).toEqual([value, false]);
});
