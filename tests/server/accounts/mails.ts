// Waiting for mails, which are sent after the answer has gone out.
import { vi } from 'vitest';
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

/** How many mails there are when nothing more is to come. */
export async function mailCount(server: TestServer) {
  await new Promise((resolve) => setTimeout(resolve, 100));
  return server.mails.length;
}

/** The token of the link in a mail. */
export function tokenIn(text: string): string {
  return /[?&](?:confirm|token)=([\w-]+)/.exec(text)?.[1] ?? '';
}
