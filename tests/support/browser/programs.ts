// Finds the browsers, their drivers and the other programs of the tests, and installs missing ones from Debian's packages where it may.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** `setting`: an environment variable that names another path. */
const programs = {
  /** The full browser: for measurements, screenshots, and features that only it has. */
  chromium: {
    setting: 'CHROMIUM_PATH',
    paths: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
    debianPackage: 'chromium',
  },
  /** Chromium without windows: a third less CPU time for each page of a test. */
  chromiumShell: {
    setting: 'CHROMIUM_PATH',
    paths: ['/usr/bin/chromium-headless-shell'],
    debianPackage: 'chromium-headless-shell',
  },
  firefox: {
    setting: 'FIREFOX_PATH',
    paths: ['/usr/bin/firefox-esr', '/usr/bin/firefox'],
    debianPackage: 'firefox-esr',
  },
  webKitDriver: {
    setting: 'WEBKIT_DRIVER_PATH',
    paths: ['/usr/bin/WebKitWebDriver'],
    debianPackage: 'webkit2gtk-driver',
  },
  xvfb: { setting: 'XVFB_PATH', paths: ['/usr/bin/Xvfb'], debianPackage: 'xvfb' },
  /** Runs the HTML checker. */
  java: { setting: 'JAVA_PATH', paths: ['/usr/bin/java'], debianPackage: 'default-jre-headless' },
  openssl: { setting: 'OPENSSL_PATH', paths: ['/usr/bin/openssl'], debianPackage: 'openssl' },
};

export type ProgramName = keyof typeof programs;

const find = (name: ProgramName): string | undefined =>
  [process.env[programs[name].setting], ...programs[name].paths].find((path) => path && existsSync(path));

/** The path of an installed program. */
export function pathOf(name: ProgramName): string {
  const path = find(name);
  const { debianPackage, setting } = programs[name];
  if (path) return path;
  throw new Error(
    `${name} is missing. Install it (Debian: apt-get install ${debianPackage}) or set ${setting}.`,
  );
}

/** The path of Chromium for test pages. */
export const chromiumForTests = (): string => find('chromiumShell') ?? pathOf('chromium');

/**
 * Installs the missing ones of these programs, as root on Debian. `pathOf` throws if one is still missing.
 */
export function installPrograms(names: readonly ProgramName[]): void {
  const missing = names.filter((name) => !find(name)).map((name) => programs[name].debianPackage);
  if (missing.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env });
  // One by one: an older Debian has no headless shell package.
  for (const name of missing) spawnSync('apt-get', ['install', '-y', '-qq', name], { stdio: 'ignore', env });
}
