// `npm run update-check`: whether the product builds, starts and renders with newer packages. In temporary
// copies it takes every direct dependency to the newest version in its declared range, then to the newest of
// its major version. If all of them together fail, it tries each alone, and then all that succeeded, so that
// the table names the ones that fail.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { routes } from '../../src/app/routing/paths.ts';
import { pathOf } from './browser/programs.ts';
import { exampleIds, examplePath } from './examples.ts';
import { freePort } from './product/free-port.ts';

type Versions = Record<string, string>;
type Group = 'dependencies' | 'devDependencies' | 'optionalDependencies';
type Manifest = Partial<Record<Group, Versions>>;
type Lock = { packages: Record<string, { version: string }> };

const groups: Group[] = ['dependencies', 'devDependencies', 'optionalDependencies'];
const readyMs = 90_000;
const headingMs = 15_000;

const readJson = <T>(path: string) => JSON.parse(readFileSync(path, 'utf8')) as T;
const manifest = readJson<Manifest>('package.json');
const declared: Versions = Object.assign({}, ...groups.map((group) => manifest[group] ?? {}));
const { packages } = readJson<Lock>('package-lock.json');
const locked: Versions = Object.fromEntries(
  Object.keys(declared).map((name) => [name, packages[`node_modules/${name}`]?.version ?? '']),
);

/** The JSON that npm prints. Its exit status is ignored: it is 1 when any package is outdated. */
function askNpm<T>(...args: string[]): T {
  const { stdout, stderr } = spawnSync('npm', [...args, '--json'], { encoding: 'utf8' });
  if (!stdout || /^\s*{\s*"error"/.test(stdout)) throw new Error(`npm ${args.join(' ')}: ${stdout}${stderr}`);
  return JSON.parse(stdout) as T;
}

/** The newest versions in the declared ranges, of packages that have newer ones than the lock file. */
function newestInRange(): Versions {
  const outdated = askNpm<Record<string, { wanted: string }>>('outdated');
  const newer = Object.entries(outdated).filter(([name, { wanted }]) => wanted !== locked[name]);
  return Object.fromEntries(newer.map(([name, { wanted }]) => [name, wanted]));
}

/** The same for major versions. A caret already means this, but not below 1.0.0. */
function newestOfMajor(inRange: Versions): Versions {
  const young = Object.keys(locked).flatMap((name) => {
    if (!locked[name]?.startsWith('0.')) return [];
    const found = askNpm<string | string[]>('view', `${name}@0`, 'version');
    const newest = Array.isArray(found) ? found.at(-1) : found;
    return newest && newest !== locked[name] ? [[name, newest]] : [];
  });
  return { ...inRange, ...Object.fromEntries(young) };
}

/**
 * Installs, builds, starts and checks a copy with these versions and the locked ones; returns the failure, or
 * null.
 */
async function tryVersions(browser: Browser, versions: Versions): Promise<string | null> {
  const folder = mkdtempSync(join(tmpdir(), 'sideline-update-'));
  try {
    const left = ['node_modules', 'dist', '.data', '.git', 'package-lock.json'];
    cpSync('.', folder, { recursive: true, filter: (path) => !left.includes(basename(path)) });
    const next = structuredClone(manifest);
    for (const group of groups)
      for (const name of Object.keys(next[group] ?? {}))
        (next[group] ?? {})[name] = versions[name] ?? locked[name] ?? '';
    writeFileSync(join(folder, 'package.json'), JSON.stringify(next));
    const notInstalled = run(folder, 'install', '--no-audit', '--no-fund');
    if (notInstalled) return `install: ${notInstalled}`;
    const notBuilt = run(folder, 'run', 'build');
    return notBuilt ? `build: ${notBuilt}` : await walk(browser, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The line of the failure, or null. */
function run(folder: string, ...args: string[]): string | null {
  const { status, stdout, stderr } = spawnSync('npm', [...args, '--loglevel=error'], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status === 0) return null;
  const lines = `${stdout}\n${stderr}`.split('\n').filter((line) => !line.includes('npm error code'));
  return lines.find((line) => /error/i.test(line))?.trim() ?? `ended with ${status}`;
}

/** Starts the product and opens every route of a visitor. */
async function walk(browser: Browser, folder: string): Promise<string | null> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const server = spawn('npm', ['start'], {
    cwd: folder,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: join(folder, '.data'),
      LOG_LEVEL: 'error',
      RATE_LIMIT: 'off',
      IMPRINT_FILE: 'SECURITY.md',
      PRIVACY_FILE: 'SECURITY.md',
      TERMS_FILE: 'SECURITY.md',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  let output = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (data: Buffer) => {
      output += data.toString();
    });
  try {
    for (const limit = Date.now() + readyMs; !output.includes('is ready at'); ) {
      if (server.exitCode !== null || Date.now() > limit) return `start: ${output.trim().slice(-200)}`;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const problems: string[] = [];
    for (const path of await publicPaths(origin)) {
      const problem = await open(browser, origin + path);
      if (problem) problems.push(`${path}: ${problem}`);
    }
    const logged = output.split('\n').find((line) => line.startsWith('{'));
    if (logged) problems.push(`log: ${logged.slice(0, 200)}`);
    return problems[0] ?? null;
  } finally {
    if (server.pid && server.exitCode === null) process.kill(-server.pid, 'SIGTERM');
    await ended;
  }
}

async function publicPaths(origin: string): Promise<string[]> {
  const ids = await exampleIds(origin);
  return routes.filter(({ auth }) => auth !== 'required').map((route) => examplePath(route, ids));
}

/** Status, errors and heading of a page, or null if all are right. */
async function open(browser: Browser, url: string): Promise<string | null> {
  const page = await browser.newPage({ serviceWorkers: 'block' });
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => {
    // The browser itself logs an unknown invitation as an error.
    if (message.type() === 'error' && !/status of (401|404)/.test(message.text()))
      errors.push(message.text());
  });
  try {
    const response = await page.goto(url);
    if (response?.status() !== 200) return `status ${response?.status()}`;
    await page.locator('html[data-started]').waitFor({ timeout: headingMs });
    const heading = page.getByRole('heading', { level: 1 }).first();
    await heading.waitFor({ state: 'attached', timeout: headingMs });
    if (!(await heading.textContent())?.trim()) return 'an empty heading';
    return errors[0] ?? null;
  } catch (error) {
    return errors[0] ?? String(error).split('\n')[0] ?? 'failed';
  } finally {
    await page.close();
  }
}

/**
 * The result of each newer package: together if that works, else alone; and whether the working ones work
 * together.
 */
async function tryAll(
  name: string,
  browser: Browser,
  newer: Versions,
): Promise<{ results: Versions; whole: string }> {
  const names = Object.keys(newer);
  const together = await tryVersions(browser, newer);
  console.error(`${name}, ${names.length} together: ${together ?? 'ok'}`);
  if (together === null) return { results: Object.fromEntries(names.map((one) => [one, 'ok'])), whole: 'ok' };
  const results: Versions = {};
  for (const one of names) {
    results[one] = (await tryVersions(browser, { [one]: newer[one] ?? '' })) ?? 'ok';
    console.error(`${name}, ${one} alone: ${results[one]}`);
  }
  const sound = names.filter((one) => results[one] === 'ok');
  const rest = await tryVersions(browser, Object.fromEntries(sound.map((one) => [one, newer[one] ?? ''])));
  return { results, whole: `${together}; ${sound.length} of ${names.length}: ${rest ?? 'ok'}` };
}

const executablePath = pathOf('chromium');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
const targets = newestInRange();
const majors = newestOfMajor(targets);
const inRange = await tryAll('In range', browser, targets);
const isSame = JSON.stringify(majors) === JSON.stringify(targets);
const newest = isSame ? inRange : await tryAll('Newest minor', browser, majors);
await browser.close();

const rows = Object.keys(declared).map((name) => [
  name,
  locked[name] ?? '',
  targets[name] ?? '',
  majors[name] ?? '',
  [...new Set([inRange, newest].map(({ results }) => results[name] ?? ''))].filter(Boolean).join(' / '),
]);
const table = [
  ['package', 'locked', 'in range', 'newest minor', 'result'],
  ...rows,
  ['all together', '', '', '', [...new Set([inRange.whole, newest.whole])].join(' / ')],
];
const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
for (const row of table)
  console.log(
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
process.exitCode = inRange.whole === 'ok' && newest.whole === 'ok' ? 0 : 1;
