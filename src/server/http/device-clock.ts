// The time at which a queued write arrived, by the clock of the device that sent it.
import { clockOffsetHeader } from '../../contract/values/headers.ts';

/** How long a request may take to arrive. */
const travelMs = 30_000;

/**
 * The body with the time of arrival in place of `sentAt`. The difference of `sentAt` and the server's time would take the time
 * that the request travelled for a wrong clock: of two quick decisions the first, on a slow connection, would count as the later
 * one. The device's own measurement leaves that out; it counts where `sentAt` confirms it.
 */
export function sentOnArrival(body: unknown, headers: Headers, now: Date): unknown {
  const { sentAt } = (body ?? {}) as { sentAt?: unknown };
  const measured = headers.get(clockOffsetHeader);
  if (typeof sentAt !== 'string' || measured === null || !/^-?\d{1,13}$/.test(measured)) return body;
  const arrivedMs = now.getTime() - Number(measured);
  if (Math.abs(arrivedMs - Date.parse(sentAt)) > travelMs) return body;
  return { ...(body as object), sentAt: new Date(arrivedMs).toISOString() };
}
