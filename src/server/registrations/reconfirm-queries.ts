// SQL of the question "Still coming?", asked when an event's times change after an answer.
import type { Db } from '../db/open.ts';

/** The question on one registration; both fields are null if the answer is for the event's current times. */
export type Question = {
  registrationId: string;
  /** Null while the event is postponed: the question is asked with the new date. */
  askedAt: string | null;
  answeredFor: { startsAt: string; endsAt: string } | null;
};

/** Databases limit the number of bound values in a statement. */
const rowsAtOnce = 500;

/** Writes the questions of a locked event. The answers do not change. */
export async function saveQuestions(db: Db, questions: readonly Question[]): Promise<void> {
  const groups = Map.groupBy(questions, ({ askedAt, answeredFor }) =>
    JSON.stringify([askedAt, answeredFor?.startsAt, answeredFor?.endsAt]),
  );
  for (const [first, ...rest] of groups.values()) {
    if (!first) continue;
    const ids = [first, ...rest].map(({ registrationId }) => registrationId);
    for (let from = 0; from < ids.length; from += rowsAtOnce)
      await db
        .updateTable('registrations')
        .set({
          reconfirm_asked_at: first.askedAt,
          answered_starts_at: first.answeredFor?.startsAt ?? null,
          answered_ends_at: first.answeredFor?.endsAt ?? null,
        })
        .where('id', 'in', ids.slice(from, from + rowsAtOnce))
        .execute();
  }
}

/** Clears the question after a manual reply repeats the answer. */
export async function answerQuestion(db: Db, registrationId: string): Promise<void> {
  await saveQuestions(db, [{ registrationId, askedAt: null, answeredFor: null }]);
}
