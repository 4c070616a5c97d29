// Rows of people to add to a team, as typed or pasted, and their validation. Pure.
import type { Body } from '../../../../contract/api.ts';
import { limits } from '../../../../contract/values/limits.ts';
import { t } from '../../../words/t.ts';

export type Row = { id: string; name: string; birthYear: string; guardianEmail: string };
export type RowField = Exclude<keyof Row, 'id'>;
/** The errors, by row and field. */
export type RowErrors = Partial<Record<string, Partial<Record<RowField, string>>>>;

export const emptyRow = (id: string): Row => ({ id, name: '', birthYear: '', guardianEmail: '' });

const isFilled = ({ name, birthYear, guardianEmail }: Row) =>
  [name, birthYear, guardianEmail].some((text) => text.trim() !== '');

/** The rows to send, without the empty ones. */
export const filledRows = (rows: readonly Row[]): Row[] => rows.filter(isFilled);

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' &&
  value !== null &&
  ['id', 'name', 'birthYear', 'guardianEmail'].every((key) => typeof Reflect.get(value, key) === 'string');

export const isRows = (value: unknown): value is Row[] =>
  Array.isArray(value) && value.length > 0 && value.every(isRow);

/**
 * The names in a pasted column, one per line; the cells of a line form one name. Null for a single line,
 * which is pasted as text.
 */
export function pastedNames(text: string): string[] | null {
  if (!/[\r\n]/.test(text.trim())) return null;
  const names = text.split(/[\r\n]+/).map((line) => line.replace(/\s+/g, ' ').trim());
  return names.filter(Boolean);
}

/**
 * Inserts names from a row on, which keeps its own name if it has one. Names beyond the limit of one request are left out;
 * typed rows stay.
 */
export function withNames(
  rows: readonly Row[],
  at: string,
  names: readonly string[],
  newId: () => string,
): Row[] {
  const index = rows.findIndex(({ id }) => id === at);
  const here = rows[index];
  const isFree = here !== undefined && here.name.trim() === '';
  const [first, ...rest] = names;
  const changed = isFree && first ? [{ ...here, name: first }] : here ? [here] : [];
  const before = filledRows(rows.slice(0, index));
  const after = filledRows(rows.slice(index + 1));
  const room = Math.max(0, limits.peopleAtOnce - before.length - changed.length - after.length);
  const more = (isFree ? rest : names).slice(0, room).map((name) => ({ ...emptyRow(newId()), name }));
  return [...before, ...changed, ...more, ...after];
}

const folded = (name: string) => name.trim().replace(/\s+/g, ' ').toLocaleLowerCase();

/** Warns about a name that the team or an earlier row already has. */
export function nameWarnings(
  rows: readonly Row[],
  members: readonly string[],
): Partial<Record<string, string>> {
  const known = new Set(members.map(folded));
  const seen = new Set<string>();
  const warnings: Partial<Record<string, string>> = {};
  for (const { id, name } of rows) {
    const key = folded(name);
    if (key === '') continue;
    if (known.has(key)) warnings[id] = t('{trim} is already in this team.', { trim: name.trim() });
    else if (seen.has(key)) warnings[id] = t('{trim} is in this list twice.', { trim: name.trim() });
    seen.add(key);
  }
  return warnings;
}

/** The validation errors before anything is sent. */
export function rowErrors(rows: readonly Row[]): RowErrors {
  const errors: RowErrors = {};
  for (const { id, name, birthYear } of filledRows(rows)) {
    const wrong = {
      ...(name.trim() === '' && { name: t('Enter a name') }),
      ...birthYearError(birthYear),
    };
    if (Object.keys(wrong).length > 0) errors[id] = wrong;
  }
  return errors;
}

/** A birth year as typed: four digits or nothing. */
export const birthYearError = (text: string): { birthYear?: string } =>
  /^(\d{4})?$/.test(text.trim()) ? {} : { birthYear: t('Four digits, such as 2014') };

export const birthYearOf = (text: string): number | null => (text.trim() ? Number(text.trim()) : null);

export const bodyOf = (rows: readonly Row[]): Body<'POST /api/teams/{id}/people'> => ({
  people: filledRows(rows).map(({ id, name, birthYear, guardianEmail }) => ({
    id,
    name: name.trim(),
    birthYear: birthYearOf(birthYear),
    guardianEmail: guardianEmail.trim() || null,
  })),
});

/** Maps the server's errors such as `people.3.name` to their rows; errors of no row become one text. */
export function refusedRows(
  rows: readonly Row[],
  fields: Readonly<Record<string, string>>,
): { rows: RowErrors; form: string | null } {
  const sent = filledRows(rows);
  const errors: RowErrors = {};
  const others: string[] = [];
  for (const [path, message] of Object.entries(fields)) {
    const [, index = '', field = ''] = /^people\.(\d+)\.(name|birthYear|guardianEmail)$/.exec(path) ?? [];
    const row = index === '' ? undefined : sent[Number(index)];
    if (row) errors[row.id] = { ...errors[row.id], [field]: message };
    else others.push(message);
  }
  return { rows: errors, form: others.join('. ') || null };
}
