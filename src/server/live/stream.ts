// One client's stream of Server-Sent Events. The queue for a client that does not read is limited: once it is full, the stream
// ends.
import { eventText, type LiveEvent, liveLimits } from './rules.ts';

export type LiveStream = {
  body: ReadableStream<Uint8Array>;
  send(event: LiveEvent): void;
  /** Ends the stream; the client reconnects. */
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
      // error(), not close(): close() would wait until the client has read what is queued.
      if ((controller.desiredSize ?? 0) <= 0)
        finish((open) => open.error(new Error('The client does not read its live stream.')));
      else controller.enqueue(encoder.encode(eventText(event)));
    },
    end: () => finish((open) => open.close()),
  };
}
