// Events that so far only the outbox of this device has, and the answers to their reads, which the server cannot give yet.
import type { Answer } from '../../../contract/api.ts';
import type { MyEvent } from '../../../contract/events/events.ts';
import { createStore } from '../store.ts';
import { useStore } from '../use-store.ts';

/** `missesPeople`: the device has not saved everyone of its teams. */
export type CreatedEvent = {
  event: MyEvent;
  attendance: Answer<'GET /api/events/{id}/attendance'>;
  missesPeople: boolean;
};

const none: readonly CreatedEvent[] = [];
const store = createStore<readonly CreatedEvent[]>(() => none);
const answers = new WeakSet<object>();

export const useCreatedEvents = (): readonly CreatedEvent[] => useStore(store, (events) => events, none);

export function setCreated(events: readonly CreatedEvent[]): void {
  for (const { event, attendance } of events) {
    answers.add(event);
    answers.add(attendance);
  }
  store.dispatch(events);
}

/** The answers of a created event, by address. */
export const answersOf = ({ event, attendance }: CreatedEvent): [address: string, answer: object][] => [
  [`/api/events/${event.id}`, event],
  [`/api/events/${event.id}/attendance`, attendance],
];

/** The answer to a read of such an event; undefined for other reads. */
export const createdAnswer = (address: string): object | undefined =>
  store
    .get()
    .flatMap(answersOf)
    .find(([own]) => own === address)?.[1];

/** Whether an answer in the cache was made from the outbox: the device does not save it, because the row is saved. */
export const isCreated = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && answers.has(answer);
