// Waits for mails, which are sent after the response.
import { expect, vi } from 'vitest';
import type { TestServer } from '../../support/server.ts';

/** The newest mail, once there are `count`. */
export async function mail(server: TestServer, count = 1) {
  await vi.waitFor(() => {
    if (server.mails.length < count) throw new Error(`${server.mails.length} mails so far`);
  });
  const newest = server.mails.at(-1);
  if (!newest) throw new Error('No mail');
  return newest;
}

/** Waits for `count` mails, and a moment more to catch an unexpected one. */
export async function expectMails(server: TestServer, count: number): Promise<void> {
  await vi.waitFor(() => expect(server.mails.length).toBeGreaterThanOrEqual(count), { timeout: 10_000 });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(server.mails.length).toBe(count);
}

/** The token of the link in a mail. */
export function tokenIn(text: string): string {
  return /[?&](?:confirm|token)=([\w-]+)/.exec(text)?.[1] ?? '';
}
