// Planning as writes that may wait: what they are about, where one goes on with them, and what is said while they wait.
import type { ChangePreview } from '../../../contract/events/planning.ts';
import { ApiError, UnreachableError } from '../http/problem.ts';
import type { QueuedWrite } from './outbox.ts';

const create = 'POST /api/events';
const edit = 'PATCH /api/events/{id}';
const publish = 'POST /api/events/{id}/publish';
const archive = 'POST /api/events/{id}/archive';
const duplicate = 'POST /api/events/{id}/duplicate';
const editPlace = 'PATCH /api/places/{id}';
const planning: readonly string[] = [create, edit, publish, archive, duplicate];

/** What a write about an event is about: a newer one takes the place of one that was never sent. */
export const plannedSubject = {
  create: (id: string) => `event:${id}`,
  edit: (id: string) => `event:${id}:edit`,
  /** Publishing, postponing, archiving, and bringing back: the last one counts. */
  publish: (id: string) => `event:${id}:publish`,
  duplicate: (id: string) => `event:${id}:duplicate`,
  editPlace: (id: string) => `place:${id}`,
};

/** `unknown`: the server could not be asked. */
export type Preview = ChangePreview | 'unknown';

/** What planning would do. Rejects with what the server refused. */
export async function askPreview(asked: Promise<ChangePreview>): Promise<Preview> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof UnreachableError) return 'unknown';
    // The outbox waits where the server is busy or ill, so this is no refusal.
    if (error instanceof ApiError && (error.status === 429 || error.status >= 500)) return 'unknown';
    throw error;
  }
}

/** Whether a waiting change plans an event. */
export const isPlanning = ({ call }: QueuedWrite): boolean => planning.includes(call);

/** Whether a waiting change edits a place. */
export const isPlaceEdit = ({ call }: QueuedWrite): boolean => call === editPlace;

/** The page on which a planned change is looked at again; null for other changes. */
export function planningPath({ call, params, body }: QueuedWrite): string | null {
  if (call === create && typeof body.id === 'string') return `/my/events/new?draft=${body.id}`;
  if (call === edit) return `/my/events/${params.id}/edit`;
  if (call === editPlace) return '/my/places';
  return call === publish || call === archive || call === duplicate ? `/my/events/${params.id}` : null;
}

/** Whether people see the event as soon as this is sent. */
export const isPublishing = ({ call, body }: QueuedWrite): boolean =>
  call === publish || ((call === create || call === edit) && body.publication === 'published');

/** What was chosen in the week of the calendar, as instants: a new event, or other times for one that is there. */
export type WeekPlan = { startsAt: string; endsAt: string } & (
  | { kind: 'new'; teamId: string | null }
  | { kind: 'move'; eventId: string }
);

/** A new event as its form shows it: what the week compares with its own. */
export type PlannedClaim = {
  startsAt: string;
  endsAt: string;
  teamIds: readonly string[];
  leaderIds: readonly string[];
  placeId: string | null;
};

/** What the week gives to the part that plans in it, which routes.tsx brings from another feature. */
export type WeekPlannerProps = {
  plan: WeekPlan;
  /** What the event overlaps, in words; empty where it overlaps nothing. */
  overlaps: string;
  onClaim: (claim: PlannedClaim) => void;
  /**
   * It is saved, waits, was refused or was given up. `eventId`: the event that it was about. `said`: null where nothing has
   * changed, so that the week need not be asked for again.
   */
  onDone: (outcome: { said: string | null; eventId: string | null; isRefused?: boolean }) => void;
};
