// Opaque page cursors: the sort key and id of the last row, base64url JSON, checked when they come back.
import { z } from 'zod';
import { IdSchema, InstantSchema } from '../../contract/common.ts';
import { invalid } from './problem.ts';

const sortText = z
  .string()
  .max(400)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL refuses NUL, and no sort key holds controls
  .refine((text) => text.isWellFormed() && !/[\u0000-\u001f]/.test(text));

const shapes = {
  instant: z.tuple([InstantSchema, IdSchema]),
  text: z.tuple([sortText, IdSchema]),
};

/** The cursor after a row with this sort key and id. */
export function encodeCursor(key: string, id: string): string {
  return Buffer.from(JSON.stringify([key, id])).toString('base64url');
}

/** The sort key and id of a cursor; null when there is none. Anything that we did not make is a 422 at `cursor`. */
export function decodeCursor(
  cursor: string | undefined,
  kind: keyof typeof shapes,
): { key: string; id: string } | null {
  if (cursor === undefined) return null;
  const parsed = shapes[kind].safeParse(parseJson(Buffer.from(cursor, 'base64url').toString('utf8')));
  if (!parsed.success)
    throw invalid({ path: 'cursor', code: 'invalid_cursor', message: 'This cursor is not one of ours' });
  return { key: parsed.data[0], id: parsed.data[1] };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Cuts `limit + 1` rows down to a page: the one too many says that there is a next page. */
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
