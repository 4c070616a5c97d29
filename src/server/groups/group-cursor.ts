// Cursors of lists by name in one group. They contain the group's id, so that they are invalid for another group's list.
import { decodeCursor, encodeCursor, invalidCursor } from '../http/answer/cursor.ts';
import type { After } from './members/member-queries.ts';

export const encodeGroupCursor = (groupId: string, row: { sort_name: string; id: string }) =>
  encodeCursor(`${groupId}_${row.sort_name}`, row.id);

/** Null without a cursor. Throws validation_failed at `cursor`. */
export function decodeGroupCursor(groupId: string, cursor: string | undefined): After {
  const after = decodeCursor(cursor, 'text');
  if (after === null) return null;
  const start = `${groupId}_`;
  if (!after.key.startsWith(start)) throw invalidCursor();
  return { id: after.id, key: after.key.slice(start.length) };
}
