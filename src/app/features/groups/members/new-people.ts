// People to be added to a team, row by row as they are typed or pasted, and what is wrong with a row. Pure.
import type { Body } from '../../../../contract/api.ts';
import { limits } from '../../../../contract/values/limits.ts';

export type Row = { id: string; name: string; birthYear: string; guardianEmail: string };
export type RowField = Exclude<keyof Row, 'id'>;
/** What is wrong, by row and field. */
export type RowErrors = Partial<Record<string, Partial<Record<RowField, string>>>>;

export const emptyRow = (id: string): Row => ({ id, name: '', birthYear: '', guardianEmail: '' });

const isFilled = ({ name, birthYear, guardianEmail }: Row) =>
  [name, birthYear, guardianEmail].some((text) => text.trim() !== '');

/** Those who are sent: a row with nothing in it is none. */
export const filledRows = (rows: readonly Row[]): Row[] => rows.filter(isFilled);

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' &&
  value !== null &&
  ['id', 'name', 'birthYear', 'guardianEmail'].every((key) => typeof Reflect.get(value, key) === 'string');

export const isRows = (value: unknown): value is Row[] =>
  Array.isArray(value) && value.length > 0 && value.every(isRow);

/** The names in a pasted column, one a line; the cells of a line are one name. Null for text of one line, which is just typed in. */
export function pastedNames(text: string): string[] | null {
  if (!/[\r\n]/.test(text.trim())) return null;
  const names = text.split(/[\r\n]+/).map((line) => line.replace(/\s+/g, ' ').trim());
  return names.filter(Boolean);
}

/** The rows with names put in from one row on, which keeps its name if it has one; at most as many as are sent at once. */
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
  const more = (isFree ? rest : names).map((name) => ({ ...emptyRow(newId()), name }));
  const after = rows.slice(index + 1).filter(isFilled);
  return [...rows.slice(0, index), ...changed, ...more, ...after].slice(0, limits.peopleAtOnce);
}

const folded = (name: string) => name.trim().replace(/\s+/g, ' ').toLocaleLowerCase();

/** Why a name may be there by mistake: someone in the team has it, or an earlier row. */
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
    if (known.has(key)) warnings[id] = `${name.trim()} is already in this team.`;
    else if (seen.has(key)) warnings[id] = `${name.trim()} is in this list twice.`;
    seen.add(key);
  }
  return warnings;
}

/** What is wrong before anything is sent. */
export function rowErrors(rows: readonly Row[]): RowErrors {
  const errors: RowErrors = {};
  for (const { id, name, birthYear } of filledRows(rows)) {
    const wrong = {
      ...(name.trim() === '' && { name: 'Write a name' }),
      ...birthYearError(birthYear),
    };
    if (Object.keys(wrong).length > 0) errors[id] = wrong;
  }
  return errors;
}

/** A birth year as it was typed: four digits or nothing. */
export const birthYearError = (text: string): { birthYear?: string } =>
  /^(\d{4})?$/.test(text.trim()) ? {} : { birthYear: 'Four digits, such as 2014' };

export const birthYearOf = (text: string): number | null => (text.trim() ? Number(text.trim()) : null);

export const bodyOf = (rows: readonly Row[]): Body<'POST /api/teams/{id}/people'> => ({
  people: filledRows(rows).map(({ id, name, birthYear, guardianEmail }) => ({
    id,
    name: name.trim(),
    birthYear: birthYearOf(birthYear),
    guardianEmail: guardianEmail.trim() || null,
  })),
});

/** What the server said of `people.3.name`, at the row it means; what is about no field of a row as one text. */
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
