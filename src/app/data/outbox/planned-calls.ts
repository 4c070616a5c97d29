// The calls that change one event, from a version of it. Not in planned.ts, because the outbox of every page loads it.
export const edit = 'PATCH /api/events/{id}';
export const publish = 'POST /api/events/{id}/publish';
export const archive = 'POST /api/events/{id}/archive';
export const changing: readonly string[] = [edit, publish, archive];
