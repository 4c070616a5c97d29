// Puts the events that so far only the outbox has into SWR's cache, as if they were saved answers, until the server has them.
import type { OwnPlace } from '../../../contract/events/places.ts';
import type { Team } from '../../../contract/people/groups.ts';
import { urlOf } from '../http/call.ts';
import { outboxStore } from '../outbox/outbox-state.ts';
import { createdId } from '../outbox/planned.ts';
import { answersOf, type CreatedEvent, setCreated } from '../resources/created-events.ts';
import { listKey } from '../resources/list-keys.ts';
import { createdEvent, type Known } from './created-event.ts';
import type { AnswerStore } from './offline-prefetch.ts';

/** Call once the saved answers are in the cache. Returns a function that stops. */
export function followCreatedEvents({ cache, mutate }: AnswerStore, user: Known['user']): () => void {
  /** By the id of the event. A newer row of the same event has another body. */
  let shown: ReadonlyMap<string, { rowId: string; created: CreatedEvent }> = new Map();
  const known: Known = {
    teamOf: (id) => cache.get(urlOf('GET /api/teams/{id}', { params: { id } }))?.data as Team | undefined,
    get places() {
      const pages = cache.get(listKey(urlOf('GET /api/places', { query: { limit: 100 } })))?.data;
      return ((pages ?? []) as { items: OwnPlace[] }[]).flatMap(({ items }) => items);
    },
    user,
  };
  const update = () => {
    const next = new Map<string, { rowId: string; created: CreatedEvent }>();
    for (const row of outboxStore.get().rows) {
      const id = createdId(row);
      const before = id === null ? undefined : shown.get(id);
      if (id !== null)
        next.set(
          id,
          before?.rowId === row.id ? before : { rowId: row.id, created: createdEvent(row, known) },
        );
    }
    const changed = [...next].filter(([id, one]) => shown.get(id) !== one).map(([, { created }]) => created);
    const gone = [...shown].filter(([id]) => !next.has(id)).map(([, { created }]) => created);
    if (changed.length + gone.length === 0) return;
    shown = next;
    setCreated([...next.values()].map(({ created }) => created));
    for (const [address, answer] of changed.flatMap(answersOf)) void mutate(address, answer);
    // Sent, so the server has it now; or refused or cancelled, and then it says that there is none.
    for (const [address] of gone.flatMap(answersOf))
      void (navigator.onLine ? mutate(address) : mutate(address, undefined));
  };
  const stop = outboxStore.subscribe(update);
  update();
  return () => {
    stop();
    setCreated([]);
  };
}
