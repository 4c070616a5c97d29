// Tables of the server itself: settings, change logs, stored answers, the audit log and the search index.
import type { Generated } from 'kysely';
import type { LiveKind } from '../../../contract/values/enums.ts';
import type { Instant } from './columns.ts';

export type SystemTables = {
  instance_settings: { name: string; value: string };
  /** The change log of calendar feeds: see calendar-changes.ts. */
  calendar_changes: { id: Generated<number>; scope: string; at: Generated<Instant> };
  /** The change log of live updates: see live-changes.ts. */
  live_changes: {
    id: Generated<number>;
    kind: LiveKind;
    subject: string;
    at: Generated<Instant>;
    /** Whose write it was, if it was one of those that devices queue. */
    session_id: Generated<string | null>;
  };
  mutations: {
    user_id: string;
    idempotency_key: string;
    fingerprint: string;
    status: number;
    answer: string;
    created_at: Instant;
  };
  audit_log: {
    id: string;
    actor_id: string | null;
    action: string;
    object_kind: string;
    object_id: string;
    before: string | null;
    after: string | null;
    at: Instant;
  };
  search_documents: { rowid_: Generated<number>; kind: string; object_id: string; body: string };
};
