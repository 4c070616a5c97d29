// The seam for payments: the place that someone pays for, locked; what paying does to it; and who must hear of money.
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { closedFor, remainingPlaces } from '../../events/can-rules.ts';
import { type EventRole, roleAt } from '../../events/role-rules.ts';
import { standingOf } from '../../groups/queries.ts';
import type { Standing } from '../../groups/rules.ts';
import type { SceneRow } from '../queries.ts';
import { paymentHoldMs, payReminderAt } from '../rules.ts';
import { openScene, type Work } from '../seats.ts';
import { take, tellOrganizers } from '../transition.ts';

export type { SceneRow, Work };

/** A hold is renewed when a checkout opens, and never lasts longer than this from the reply and from the first one. */
export const longestHoldMs = 2 * paymentHoldMs;

/** An event and one person's registration, locked and brought up to now; undefined where there is no such event. */
export const openPlace = openScene;

/** What a person is at an event, with the teams and the standing that say so. */
export async function tiesOf(
  db: Db,
  scene: SceneRow,
  userId: string,
): Promise<{ role: EventRole; teams: { id: string; organizationId: string | null }[]; standing: Standing }> {
  const teams = await db
    .selectFrom('event_teams as et')
    .innerJoin('teams as t', 't.id', 'et.team_id')
    .select(['t.id', 't.organization_id as organizationId'])
    .where('et.event_id', '=', scene.id)
    .execute();
  const standing = await standingOf(db, userId);
  return { role: roleAt({ ...scene, teams }, standing), teams, standing };
}

/** Whether nothing stands against someone coming: the event is on, and a seat is free that nobody waits for. */
export function canRetake(scene: SceneRow, at: string): boolean {
  const isFull = remainingPlaces(scene.maximum_attendee_capacity, scene.seats_held) === 0;
  return isOn(scene, at) && !isFull;
}

export function isOn(scene: SceneRow, at: string): boolean {
  return scene.removed_at === null && closedFor(scene, at) === null;
}

/** The place is theirs. */
export async function confirmPlace(
  work: Work,
  scene: SceneRow,
  userId: string,
  offerId?: string,
): Promise<void> {
  await take(work, scene, { by: 'self' }, { userId, to: 'confirmed', ...(offerId && { set: { offerId } }) });
}

/**
 * Until when the place of someone who starts to pay now may be held; an instant as stored. `firstBegunAt` is when they
 * first did within the last `longestHoldMs`: replying again is no way to keep a place without paying.
 */
export function holdWhilePaying(scene: SceneRow, at: string, firstBegunAt: string): string {
  const from = (instant: string, ms: number) => new Date(Date.parse(instant) + ms).toISOString();
  const since = [scene.my_responded_at ?? at, firstBegunAt].sort()[0] ?? at;
  const latest = [from(since, longestHoldMs), scene.ends_at].sort()[0] ?? at;
  const wanted = from(at, paymentHoldMs);
  const until = wanted < latest ? wanted : latest;
  return scene.my_hold_expires_at !== null && scene.my_hold_expires_at > until
    ? scene.my_hold_expires_at
    : until;
}

/** Holds the place of someone who starts to pay, for the offer that they pay. */
export async function holdPlace(
  { db, at }: Work,
  scene: SceneRow,
  { offerId, until }: { offerId: string; until: string },
): Promise<void> {
  if (scene.my_id === null) throw new Error('There is no place to hold.');
  const remindAt = payReminderAt('pendingPayment', until, { now: at, timeZone: scene.time_zone });
  await db
    .updateTable('registrations')
    .set({ offer_id: offerId, hold_expires_at: until, updated_at: at })
    // Once: who was reminded is not reminded again.
    .set({
      pay_reminder_at: sql`case when pay_reminder_at is null then pay_reminder_at else ${remindAt} end`,
    })
    .set((set) => ({ version: set('version', '+', 1) }))
    .where('id', '=', scene.my_id)
    .execute();
}

/** Tells those who run the event of something that needs them. */
export async function tellOfMoney(work: Work, scene: SceneRow, kind: 'refundAsked' | 'refundFailed') {
  await tellOrganizers(work, scene, kind);
}
