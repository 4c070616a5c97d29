// The stream of changes for open screens (Server-Sent Events). Events name resources and hold no data of them.
import { z } from 'zod';
import { endpoints } from './endpoint.ts';

export const liveEndpoints = endpoints({
  'GET /api/live': {
    operationId: 'streamChanges',
    summary:
      'What changes, as Server-Sent Events: `ready`; `change` with the addresses of resources that I may read; `reset` where changes were missed; `beat` every 20 s. Resumed by `Last-Event-ID`.',
    tag: 'me',
    access: 'session',
    offline: 'never',
    status: 200,
    answer: z.string(),
    answerType: 'text/event-stream',
    problems: [],
  },
});

/**
 * A resource that has changed: `/api/events/{id}`, `/api/teams/{id}`, `/api/organizations/{id}`, `/api/users/me` for what is
 * the person's own, or `/api/users/me/teams` where their memberships or replies changed, and so perhaps what they may read.
 * No two changes have the same `version`: one that was received before is a repetition.
 */
export type LiveChange = { address: string; version: number };

/** The data of a `change` event. Wait a random part of `spreadMs` before reading: many devices got the same event. */
export type LiveChanges = { changes: LiveChange[]; spreadMs: number };
