// Pagination cursors, opaque to clients: the id and the sort key of the last row, validated when they come back. Plain text,
// as it repeats the last row of the page and so compresses to almost nothing.
import { z } from 'zod';
import { IdSchema, InstantSchema } from '../../../contract/common.ts';
import { storedInstant } from '../../events/rules.ts';
import { t } from '../../words/t.ts';
import { invalid } from '../problem.ts';

const keys = {
  instant: InstantSchema.transform(storedInstant),
  text: z
    .string()
    .max(400)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL refuses NUL, and no sort key holds controls
    .refine((text) => text.isWellFormed() && !/[\u0000-\u001f]/.test(text)),
};

/** The cursor after a row with this sort key and id. */
export const encodeCursor = (key: string, id: string): string => `${id}_${key}`;

/** The sort key and id of a cursor, an instant as stored; null without one. Throws 422 at `cursor` for an invalid one. */
export function decodeCursor(
  cursor: string | undefined,
  kind: keyof typeof keys,
): { key: string; id: string } | null {
  if (cursor === undefined) return null;
  const end = cursor.indexOf('_');
  const id = IdSchema.safeParse(cursor.slice(0, end));
  const key = keys[kind].safeParse(cursor.slice(end + 1));
  if (end < 0 || !id.success || !key.success) throw invalidCursor();
  return { key: key.data, id: id.data };
}

/** The 422 for a cursor that is not one of this list. */
export const invalidCursor = () =>
  invalid({ path: 'cursor', code: 'invalid_cursor', message: t('This list has changed. Load it again') });

/** Cuts `limit + 1` rows down to a page; the extra row shows that there is a next page. */
export function page<Row, Item>(
  rows: Row[],
  limit: number,
  cursorOf: (row: Row) => string,
  itemOf: (row: Row) => Item,
): { items: Item[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { items: shown.map(itemOf), nextCursor: rows.length > limit && last ? cursorOf(last) : null };
}
