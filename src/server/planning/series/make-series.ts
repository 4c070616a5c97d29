// Turns an existing event into the first date of a series. The event keeps its replies and payments; the further dates are
// inserted like those of a new series.
import { v7 as uuid } from 'uuid';
import type { ChangePreview, SeriesEdit } from '../../../contract/events/planning.ts';
import { followedSourceOf } from '../../fixtures/source-queries.ts';
import { invalid } from '../../http/problem.ts';
import { t } from '../../words/t.ts';
import type { ChangePlan } from '../change/change.ts';
import { warningsOfAdded } from '../change/effect-queries.ts';
import { mergeEffects, noEffect, previewOf } from '../change/effects.ts';
import { notUsable } from '../drafts.ts';
import type { StoredEvent } from '../event-queries.ts';
import { askForReplies } from '../publish.ts';
import { atStart, isGivenAway, type Planned, without } from '../rules.ts';
import { addDates, stillLeading } from './series.ts';
import type { SeriesTx } from './series-change.ts';
import { addableFields, notAdded, warned } from './series-edit-rules.ts';
import { insertSeries, setSlots } from './series-queries.ts';
import { isRefused, seriesFrom } from './series-rules.ts';

type Given = { plan: ChangePlan; recurrence: NonNullable<SeriesEdit['recurrence']> };

/** Makes a locked event a series, after its edit was applied. Returns the effects of both. Throws validation_failed. */
export async function makeSeries(
  tx: SeriesTx,
  { row, planned }: StoredEvent,
  { plan, recurrence }: Given,
  actorId: string,
): Promise<ChangePreview> {
  const { db, at } = tx;
  const wrong = (code: string, message: string) => invalid({ path: 'recurrence.rrule', code, message });
  if (plan.status === 'EventPostponed')
    throw wrong('no_date', t('This event is postponed. Give it a new date first.'));
  if (plan.after.startsAt <= at)
    throw wrong(
      'in_past',
      t('This event has already begun. Duplicate it to a later day, and repeat that one.'),
    );
  const source = await followedSourceOf(db, row.id);
  if (source)
    throw wrong(
      'from_source',
      t('The date of this match comes from {host}. Duplicate it, and repeat the copy.', {
        host: source.host,
      }),
    );
  const unusable = await notUsable(tx, plan.after);
  const template = await templateLike(tx, plan.after, unusable);
  const series = seriesFrom({ ...recurrence, exceptDates: recurrence.exceptDates ?? [] }, template, at);
  if (isRefused(series)) throw invalid(series);
  const [first, ...further] = series.slots;
  if (first?.startsAt !== plan.after.startsAt)
    throw wrong('first_left_out', t('The day of this event must be one of its dates.'));
  const seriesId = uuid();
  const organizerId = isGivenAway(planned, plan.after) ? null : (row.organizer_user_id ?? row.created_by);
  const createdBy = organizerId ?? actorId;
  await insertSeries(db, { id: seriesId, ...series, timeZone: template.timeZone, template, createdBy }, at);
  await setSlots(db, seriesId, [{ id: row.id, slot: first.local }]);
  const ofAdded = await warningsOfAdded(db, new Set([row.id]), { template, slots: further });
  const publication = row.publication === 'draft' ? ('draft' as const) : ('published' as const);
  const added =
    further.length === 0
      ? []
      : await addDates(tx, { createdBy, publication, seriesId }, { template, slots: further });
  const asked =
    publication === 'published' && added.length > 0 ? await askForReplies(tx, added, actorId) : [];
  const missing = notAdded({ after: plan.after, fields: addableFields, notUsable: unusable }, template);
  const events = { ...ofAdded, ...warned(missing, added.length) };
  const effect = mergeEffects([plan.effect, { ...noEffect, notified: new Set(asked), events }]);
  return previewOf(effect, { dates: 1 + added.length });
}

/** The template of further dates like an event, without what the planner may not add to them. */
async function templateLike(tx: SeriesTx, event: Planned, unusable: ReadonlySet<string>): Promise<Planned> {
  const template = without(atStart(event, event.startsAt), unusable);
  return { ...template, leaderIds: await stillLeading(tx.db, template) };
}
