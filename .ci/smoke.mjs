// Starts the product with `npm start` in a new data folder, requests a page, a list and a sign-in, and ends
// it.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const dataDir = mkdtempSync(join(tmpdir(), 'sideline-smoke-'));
const port = 20_000 + Math.floor(Math.random() * 20_000);
const origin = `http://localhost:${port}`;
const server = spawn('npm', ['start'], {
  env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error' },
  stdio: ['ignore', 'pipe', 'inherit'],
  detached: true,
});
let said = '';
server.stdout.on('data', (data) => {
  said += data;
});
const ended = new Promise((resolve) => server.once('exit', resolve));

async function until(condition, ms) {
  for (const limit = Date.now() + ms; Date.now() < limit; ) {
    if (condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`Not within ${ms} ms. It said:\n${said}`);
}

const check = (name, isTrue) => {
  if (!isTrue) throw new Error(`${name} is not as it should be.`);
  console.log(`ok: ${name}`);
};

try {
  await until(() => said.includes('Demo accounts'), 90_000);
  const page = await fetch(`${origin}/explore/events`, { headers: { accept: 'text/html' } });
  check('a page', page.status === 200 && (await page.text()).includes('id="root"'));
  check(
    'a missing page',
    (await fetch(`${origin}/nowhere`, { headers: { accept: 'text/html' } })).status === 404,
  );
  check('a missing asset', (await fetch(`${origin}/assets/gone.js`)).status === 404);
  const list = await (await fetch(`${origin}/api/explore/events`)).json();
  check('a list with rows', list.items.length === 20);
  const login = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'trainee', password: 'sideline-demo' }),
  });
  const cookies = login.headers.getSetCookie().map((line) => line.split('=')[0]);
  const hasSession = ['access', 'refresh', 'hint'].every((name) => cookies.includes(`sideline_${name}`));
  check('a sign-in', login.status === 200 && hasSession);
} finally {
  process.kill(-server.pid, 'SIGTERM');
  await ended;
  rmSync(dataDir, { recursive: true, force: true });
}
