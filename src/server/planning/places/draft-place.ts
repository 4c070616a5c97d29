// The place of a planned event: one that is known, or a new one.
import type { EventDraft } from '../../../contract/events/planning.ts';
import { invalid, Problem } from '../../http/problem.ts';
import { t } from '../../words/t.ts';
import type { PlannerTx } from '../drafts.ts';
import type { StoredEvent } from '../event-queries.ts';
import type { Owner } from '../policy.ts';
import type { Planned } from '../rules.ts';
import { findPlace, homeOf, insertPlace, type PlaceFields } from './place-queries.ts';

/**
 * The id of the place that a draft or an edit names: of the event as it is, of the planner's, or of a new one. Throws
 * validation_failed.
 */
export async function placeIdFor(
  { db, at, planner }: PlannerTx,
  planned: Planned,
  stored: StoredEvent | undefined,
  place: EventDraft['place'] | undefined,
): Promise<string | null> {
  if (place === null) return null;
  if (place === undefined || place.id === planned.placeId) {
    const zone = stored?.row.place_time_zone;
    // Events that are over keep their zone when their place moves to another, and can still be edited.
    if (zone && planned.timeZone !== stored.planned.timeZone) requireSameZone(planned, zone);
    return planned.placeId;
  }
  const found = place.id && (await findPlace(db, place.id, planner.userId, at));
  if (found) {
    requireSameZone(planned, found.time_zone);
    return found.id;
  }
  if (!('name' in place))
    throw invalid({ path: 'place', code: 'unknown', message: t('Choose another place') });
  requireSameZone(planned, place.timeZone);
  return addPlace({ db, at, planner }, planned.owner, place);
}

/** Inserts a place and returns its id; a repeated request returns the existing place. */
export async function addPlace(
  { db, at, planner }: PlannerTx,
  owner: Owner,
  place: PlaceFields & { id?: string | undefined },
): Promise<string> {
  const added = await insertPlace(db, homeOf(owner), place, at);
  if (added !== null) return added;
  const found = await findPlace(db, place.id ?? '', planner.userId, at);
  if (!found) throw new Problem('not_permitted', t('Someone else added this place.'));
  return found.id;
}

function requireSameZone({ timeZone }: Planned, ofPlace: string): void {
  if (timeZone !== ofPlace)
    throw invalid({
      path: 'timeZone',
      code: 'other_zone',
      message: t('The place is in the time zone {zone}', { zone: ofPlace }),
    });
}
