// A mail server that accepts connections and then does not respond: only the mails wait for it.
import { createServer, type Socket } from 'node:net';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../support/product/free-port.ts';
import { endAll, newFolder, start } from '../support/product/server-process.ts';

afterEach(endAll);

const answers: Record<string, string> = { EHLO: '250 mail' };

/** Sends a greeting and nothing more. */
async function silentMailServer() {
  const open = new Set<Socket>();
  const lines: string[] = [];
  const server = createServer((socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    socket.on('error', () => {});
    socket.write('220 mail\r\n');
    socket.on('data', (data) => {
      const line = data.toString().trim();
      lines.push(line);
      const answer = answers[line.split(' ')[0] ?? ''];
      if (answer) socket.write(`${answer}\r\n`);
    });
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return { open, lines, url: `smtp://127.0.0.1:${port}` };
}

test("a mail server that stops responding delays no request, and not the server's shutdown", async () => {
  const mail = await silentMailServer();
  const port = await freePort();
  const server = await start({ PORT: String(port), DATA_DIR: newFolder(), SMTP_URL: mail.url });
  expect(server.outcome, server.said()).toBe('ready');
  const origin = `http://127.0.0.1:${port}`;
  const registered = await fetch(`${origin}/api/auth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: origin },
    body: JSON.stringify({
      username: 'ines',
      password: 'correct horse battery',
      name: 'Ines Silent',
      email: 'ines@sideline.example',
      phone: '+32470123456',
      countryCode: 'BE',
    }),
  });
  expect(registered.status).toBe(201);
  await expect.poll(() => mail.open.size).toBe(1);
  await expect.poll(() => mail.lines.at(-1)).toContain('MAIL FROM');
  for (const path of ['/api/health', '/api/explore/events', '/explore/events'])
    expect((await fetch(origin + path)).status).toBe(200);
  expect(mail.open.size).toBe(1);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});
