// The people to add to a team: stored on the device with every keystroke, under the ids that are sent, so
// that sending them several times adds each once.
import { useRef, useState } from 'react';
import { limits } from '../../../../contract/values/limits.ts';
import { readDraft, saveDraft } from '../../../data/forms/local-drafts.ts';
import { callApi } from '../../../data/http/call.ts';
import { newId } from '../../../data/http/new-id.ts';
import { formErrors } from '../../../data/http/write-problems.ts';
import { t } from '../../../words/t.ts';
import {
  bodyOf,
  emptyRow,
  filledRows,
  isRows,
  type Row,
  type RowErrors,
  type RowField,
  refusedRows,
  rowErrors,
  withNames,
} from './new-people.ts';

type Errors = { form: string | null; rows: RowErrors };
const noErrors: Errors = { form: null, rows: {} };

const namesIn = (rows: readonly Row[]) => rows.filter(({ name }) => name.trim() !== '').length;

export function useNewPeople(userId: string, teamId: string) {
  const draftName = `people ${teamId}`;
  const [rows, setRows] = useState<Row[]>(() => readDraft(userId, draftName, isRows) ?? [emptyRow(newId())]);
  const [errors, setErrors] = useState(noErrors);
  /** The rows of the request that is on its way. */
  const [sending, setSending] = useState<readonly Row[]>([]);
  const isSending = useRef(false);
  const latest = useRef(rows);

  const save = (next: Row[]) => {
    latest.current = next;
    setRows(next);
    saveDraft(userId, draftName, filledRows(next).length > 0 ? next : null);
  };
  const count = filledRows(rows).length;

  return {
    rows,
    errors,
    busy: sending.length > 0,
    count,
    /** A row that is on its way can't be changed: the server would not hear of it. */
    isSending: (id: string) => sending.some((row) => row.id === id),
    type: (id: string, field: RowField, text: string) =>
      save(rows.map((row) => (row.id === id ? { ...row, [field]: text } : row))),
    /** The id of the next row, created where there is none; null at the limit of one request. */
    next: (id: string): string | null => {
      const following = rows[rows.findIndex((row) => row.id === id) + 1];
      if (following) return following.id;
      if (rows.length >= limits.peopleAtOnce) return null;
      const row = emptyRow(newId());
      save([...rows, row]);
      return row.id;
    },
    /** Removes a row; returns the id of the row to continue with. */
    remove: (id: string): string => {
      const index = rows.findIndex((row) => row.id === id);
      const left = rows.filter((row) => row.id !== id);
      const next = left.length > 0 ? left : [emptyRow(newId())];
      save(next);
      return (next[index] ?? next.at(-1) ?? emptyRow(newId())).id;
    },
    /** Inserts names from this row on, as many as fit. */
    paste: (id: string, names: readonly string[]): { lastId: string; pasted: number } => {
      const next = withNames(rows, id, names, newId);
      save(next);
      return { lastId: next.at(-1)?.id ?? id, pasted: namesIn(next) - namesIn(rows) };
    },
    /**
     * Resolves to the number of added people, and of those who were typed meanwhile and are still to be sent; null where none
     * were added, with the reason in `errors`.
     */
    send: async (): Promise<{ added: number; left: number } | null> => {
      if (isSending.current) return null;
      const first = rows[0];
      const wrong: RowErrors =
        count === 0 && first ? { [first.id]: { name: t('Enter a name') } } : rowErrors(rows);
      setErrors({ form: null, rows: wrong });
      if (Object.keys(wrong).length > 0) return null;
      isSending.current = true;
      const sent = filledRows(rows);
      setSending(sent);
      try {
        const { items } = await callApi('POST /api/teams/{id}/people', {
          params: { id: teamId },
          body: bodyOf(sent),
        });
        const others = latest.current.filter(({ id }) => !sent.some((row) => row.id === id));
        save(others.length > 0 ? others : [emptyRow(newId())]);
        return { added: items.length, left: filledRows(others).length };
      } catch (error) {
        const { form, fields } = formErrors(error);
        const refused = refusedRows(sent, fields);
        setErrors({ form: form ?? refused.form, rows: refused.rows });
        return null;
      } finally {
        isSending.current = false;
        setSending([]);
      }
    },
  };
}
