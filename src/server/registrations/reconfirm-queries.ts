// SQL of the question "Still coming?": which answers were given for other times than the event has.
import type { Db } from '../db/open.ts';

/** The question on one answer after a change: null where the answer is for the times that the event has now. */
export type Question = {
  registrationId: string;
  /** Null while it is postponed: the question is asked with its new date. */
  askedAt: string | null;
  answeredFor: { startsAt: string; endsAt: string } | null;
};

/** Databases take only so many values in one statement. */
const rowsAtOnce = 500;

/** Writes the questions of a locked event. The answers stay as they are. */
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

/** The person, or someone for them, said by hand that the answer holds. */
export async function answerQuestion(db: Db, registrationId: string): Promise<void> {
  await saveQuestions(db, [{ registrationId, askedAt: null, answeredFor: null }]);
}
