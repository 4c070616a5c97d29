// One client's stream of Server-Sent Events. What waits for a client that does not read is bounded; then the stream ends.
import { eventText, type LiveEvent, liveLimits } from './rules.ts';

export type LiveStream = {
  body: ReadableStream<Uint8Array>;
  send(event: LiveEvent): void;
  /** Ends the stream; the client asks again. */
  end(): void;
};

const encoder = new TextEncoder();

/** `onEnd` is called once, however the stream ends. */
export function createLiveStream(onEnd: () => void): LiveStream {
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  const finish = (close: (open: ReadableStreamDefaultController<Uint8Array>) => void) => {
    if (!controller) return;
    const open = controller;
    controller = null;
    close(open);
    onEnd();
  };
  const body = new ReadableStream<Uint8Array>(
    {
      start: (started) => {
        controller = started;
      },
      cancel: () => finish(() => {}),
    },
    { highWaterMark: liveLimits.queuedBytes, size: ({ byteLength }) => byteLength },
  );
  return {
    body,
    send(event) {
      if (!controller) return;
      // An error and no close: a close would wait for the client to read what is queued.
      if ((controller.desiredSize ?? 0) <= 0)
        finish((open) => open.error(new Error('The client does not read its live stream.')));
      else controller.enqueue(encoder.encode(eventText(event)));
    },
    end: () => finish((open) => open.close()),
  };
}
