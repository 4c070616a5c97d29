// Planning events as queued writes: their subjects, the pages where they can be edited, and their state while queued.
import type { ChangePreview } from '../../../contract/events/planning.ts';
import { ApiError, UnreachableError } from '../http/problem.ts';
import type { QueuedWrite } from './outbox.ts';
import { archive, changing, edit, publish } from './planned-calls.ts';

const create = 'POST /api/events';
const duplicate = 'POST /api/events/{id}/duplicate';
const editPlace = 'PATCH /api/places/{id}';
const planning: readonly string[] = [...changing, create, duplicate];

/** The subject of each write: a newer write of the same subject replaces one that was never sent. */
export const plannedSubject = {
  create: (id: string) => `event:${id}`,
  edit: (id: string) => `event:${id}:edit`,
  /** Shared by publish, postpone, archive and restore: the last one counts. */
  publish: (id: string) => `event:${id}:publish`,
  duplicate: (id: string) => `event:${id}:duplicate`,
  editPlace: (id: string) => `place:${id}`,
};

/** `unknown`: the server could not be reached. */
export type Preview = ChangePreview | 'unknown';

/** Resolves to the preview of a change. Rejects with the server's refusal. */
export async function askPreview(asked: Promise<ChangePreview>): Promise<Preview> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof UnreachableError) return 'unknown';
    // The outbox retries after a 429 or 5xx, so this is no refusal.
    if (error instanceof ApiError && (error.status === 429 || error.status >= 500)) return 'unknown';
    throw error;
  }
}

/** Whether a queued write plans an event. */
export const isPlanning = ({ call }: QueuedWrite): boolean => planning.includes(call);

/** Whether a queued write edits a place. */
export const isPlaceEdit = ({ call }: QueuedWrite): boolean => call === editPlace;

/** The path of the page where a queued planning write can be reviewed; null for other writes. */
export function planningPath({ call, params, body }: QueuedWrite): string | null {
  if (call === create && typeof body.id === 'string') return `/my/events/new?draft=${body.id}`;
  if (call === edit) return `/my/events/${params.id}/edit`;
  if (call === editPlace) return '/my/places';
  return call === publish || call === archive || call === duplicate ? `/my/events/${params.id}` : null;
}

/**
 * The id of the single event that a queued write creates and publishes, so that it can be acted on before it is sent; null for other
 * and refused writes.
 */
export const createdId = ({ call, body, refusal }: QueuedWrite): string | null =>
  call === create && refusal === null && body.publication === 'published' && !body.recurrence
    ? String(body.id)
    : null;

/** Whether this write publishes the event. */
export const isPublishing = ({ call, body }: QueuedWrite): boolean =>
  call === publish || ((call === create || call === edit) && body.publication === 'published');

/** A time span chosen in the calendar's week, as instants: for a new event, or to move an existing one. */
export type WeekPlan = { startsAt: string; endsAt: string } & (
  | { kind: 'new'; teamId: string | null }
  | { kind: 'move'; eventId: string }
);

/** A new event as its form shows it, for the week to compare with the other events. `eventId`: its id once it is saved. */
export type PlannedClaim = {
  eventId: string;
  startsAt: string;
  endsAt: string;
  teamIds: readonly string[];
  leaderIds: readonly string[];
  placeId: string | null;
};

/** What is said once the queued write of a subject is done. */
export type LateText = { subject: string; done: string };

/** The props that the calendar's week passes to its planner, which routes.tsx takes from another feature. */
export type WeekPlannerProps = {
  plan: WeekPlan;
  /** The overlapping events, in words; empty if there are none. */
  overlaps: string;
  onClaim: (claim: PlannedClaim) => void;
  /**
   * Called when the write is saved, queued, refused or abandoned. `eventId`: the event of the write. `said`: null if
   * nothing has changed, so that the week does not revalidate.
   */
  onDone: (outcome: {
    said: string | null;
    eventId: string | null;
    isRefused?: boolean;
    late?: LateText;
  }) => void;
};
