// `npm run update-check`: whether the product builds, starts and renders with newer packages. In temporary
// copies it takes every direct dependency to the newest version in its declared range, then to the newest of
// its major version; all other packages stay as locked. If all of them together fail, it looks for those that
// fail by halves, and tries the rest together, so that the table names the ones that fail and why.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
type Locked = { version: string; os?: string | string[]; cpu?: string | string[] };
type Lock = { packages: Record<string, Locked> };

const groups: Group[] = ['dependencies', 'devDependencies', 'optionalDependencies'];
const readyMs = 90_000;
const headingMs = 15_000;
/** Of one install or build. */
const stepMs = 10 * 60_000;
/** After this long no further copy is tried. The rows that are left say so. */
const stopAt = Date.now() + 45 * 60_000;

const readJson = <T>(path: string) => JSON.parse(readFileSync(path, 'utf8')) as T;
const manifest = readJson<Manifest>('package.json');
const declared: Versions = Object.assign({}, ...groups.map((group) => manifest[group] ?? {}));
const { packages } = readJson<Lock>('package-lock.json');
const locked: Versions = Object.fromEntries(
  Object.keys(declared).map((name) => [name, packages[`node_modules/${name}`]?.version ?? '']),
);

/** Packages for another system or processor, which npm does not install here. */
const isForeign = (name: string) => {
  const { os, cpu } = packages[`node_modules/${name}`] ?? {};
  return !(
    [os ?? process.platform].flat().includes(process.platform) &&
    [cpu ?? process.arch].flat().includes(process.arch)
  );
};

/** The JSON that npm prints. Its exit status is ignored: it is 1 when any package is outdated. */
function askNpm<T>(...args: string[]): T {
  const { stdout, stderr } = spawnSync('npm', [...args, '--json'], { encoding: 'utf8', timeout: stepMs });
  if (!stdout || /^\s*{\s*"error"/.test(stdout)) throw new Error(`npm ${args.join(' ')}: ${stdout}${stderr}`);
  return JSON.parse(stdout) as T;
}

const byVersion = new Intl.Collator('en', { numeric: true });
const isNewer = (version: string, name: string) => byVersion.compare(version, locked[name] ?? '') > 0;

/** The newest versions in the declared ranges, of packages that have newer ones than the lock file. */
function newestInRange(): Versions {
  const outdated = askNpm<Record<string, { wanted: string }>>('outdated');
  const newer = Object.entries(outdated).filter(([name, { wanted }]) => isNewer(wanted, name));
  return Object.fromEntries(newer.map(([name, { wanted }]) => [name, wanted]));
}

/** The same for major versions. A caret already means this, but not below 1.0.0. */
function newestOfMajor(inRange: Versions): Versions {
  const young = Object.keys(locked).flatMap((name) => {
    if (!locked[name]?.startsWith('0.')) return [];
    // A range leaves out pre-releases. npm lists the versions in no order that can be relied on.
    const found = [askNpm<string | string[]>('view', `${name}@0`, 'version')].flat();
    const newest = found.sort(byVersion.compare).at(-1);
    return newest && isNewer(newest, name) ? [[name, newest]] : [];
  });
  return { ...inRange, ...Object.fromEntries(young) };
}

/** Installs, builds, starts and checks a copy with these versions and the locked ones; returns the failure, or null. */
async function tryVersions(browser: Browser, versions: Versions): Promise<string | null> {
  const folder = mkdtempSync(join(tmpdir(), 'sideline-update-'));
  try {
    const left = ['node_modules', 'dist', '.data', '.git'];
    cpSync('.', folder, { recursive: true, filter: (path) => !left.includes(basename(path)) });
    const next = structuredClone(manifest);
    for (const group of groups)
      for (const name of Object.keys(next[group] ?? {}))
        (next[group] ?? {})[name] = versions[name] ?? locked[name] ?? '';
    writeFileSync(join(folder, 'package.json'), JSON.stringify(next));
    const notInstalled = run(folder, 'install', '--no-audit', '--no-fund') ?? otherVersion(folder, versions);
    if (notInstalled) return `install: ${notInstalled}`;
    const notBuilt = run(folder, 'run', 'build');
    return notBuilt ? `build: ${notBuilt}` : await walk(browser, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The first package that is not installed as asked for: npm passes over an optional one that fails. */
function otherVersion(folder: string, versions: Versions): string | null {
  for (const [name, version] of Object.entries(versions)) {
    if (isForeign(name)) continue;
    const path = join(folder, 'node_modules', name, 'package.json');
    const found = existsSync(path) ? readJson<{ version: string }>(path).version : 'nothing';
    if (found !== version) return `${found} in place of ${name} ${version}`;
  }
  return null;
}

/** The line of the failure, or null. */
function run(folder: string, ...args: string[]): string | null {
  const { status, stdout, stderr } = spawnSync('npm', [...args, '--loglevel=error'], {
    cwd: folder,
    encoding: 'utf8',
    timeout: stepMs,
  });
  if (status === 0) return null;
  // npm says first where it failed and with what code, and then why.
  const lines = `${stdout}\n${stderr}`
    .split('\n')
    .filter((line) => !/npm error (code|path|command)\b/.test(line));
  const found = lines.find((line) => /error/i.test(line))?.trim();
  return found ?? (status === null ? `no end within ${stepMs / 60_000} minutes` : `ended with ${status}`);
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

/** The packages that fail, each with its failure: one try where none does, else by halves. */
async function findFailing(
  names: string[],
  attempt: (names: string[]) => Promise<string | null>,
): Promise<Versions> {
  const failure = await attempt(names);
  if (failure === null) return {};
  const half = Math.ceil(names.length / 2);
  if (half === names.length) return Object.fromEntries(names.map((name) => [name, failure]));
  const found = {
    ...(await findFailing(names.slice(0, half), attempt)),
    ...(await findFailing(names.slice(half), attempt)),
  };
  if (Object.keys(found).length > 0) return found;
  return Object.fromEntries(names.map((name) => [name, `only with others: ${failure}`]));
}

/** The result of each newer package, and of those together that do not fail. */
async function tryAll(title: string, browser: Browser, newer: Versions): Promise<Versions> {
  const attempt = async (names: string[]) => {
    const from = Date.now();
    if (from > stopAt) return 'not tried: out of time';
    const failure = await tryVersions(
      browser,
      Object.fromEntries(names.map((name) => [name, newer[name] ?? ''])),
    );
    const seconds = Math.round((Date.now() - from) / 1000);
    console.error(`${title}, ${names.join(' ')}: ${failure ?? 'ok'} (${seconds} s)`);
    return failure;
  };
  const names = Object.keys(newer).filter((name) => !isForeign(name));
  const failing = await findFailing(names, attempt);
  const sound = names.filter((name) => !failing[name]);
  const whole = sound.length < names.length && sound.length > 0 ? await attempt(sound) : null;
  const results = names.map((name) => [
    name,
    failing[name] ?? (whole ? `with the others that work: ${whole}` : 'ok'),
  ]);
  return Object.fromEntries(results);
}

const executablePath = pathOf('chromium');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
const targets = newestInRange();
const majors = newestOfMajor(targets);
const inRange = await tryAll('In range', browser, targets);
const isSame = JSON.stringify(majors) === JSON.stringify(targets);
const newest = isSame ? inRange : await tryAll('Newest minor', browser, majors);
await browser.close();

const resultOf = (name: string) => {
  if (!majors[name]) return 'locked is newest';
  if (isForeign(name)) return 'not tried: for another system';
  return [...new Set([inRange[name] ?? '', newest[name] ?? ''])].filter(Boolean).join(' / ');
};
const table = [
  ['package', 'locked', 'in range', 'newest minor', 'result'],
  ...Object.keys(declared).map((name) => [
    name,
    locked[name] ?? '',
    targets[name] ?? '',
    majors[name] ?? '',
    resultOf(name),
  ]),
];
const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
for (const row of table)
  console.log(
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
const failures = [...Object.values(inRange), ...Object.values(newest)].filter((result) => result !== 'ok');
process.exitCode = failures.length === 0 ? 0 : 1;
