// Finds the programs that drive each engine, and installs Debian's packages where one is missing and it may.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** `setting`: an environment variable that names another path. */
const programs = {
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

/** Installs every missing program as root on Debian; throws where one is still missing. */
export function installPrograms(): void {
  const names = Object.keys(programs) as ProgramName[];
  const missing = names.filter((name) => !find(name)).map((name) => programs[name].debianPackage);
  if (missing.length > 0 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env });
    spawnSync('apt-get', ['install', '-y', '-qq', ...missing], { stdio: 'ignore', env });
  }
  for (const name of names) pathOf(name);
}
