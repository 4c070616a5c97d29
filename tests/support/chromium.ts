// Where Chromium is on this machine.
import { existsSync } from 'node:fs';

/** Pages alone, without a browser's own windows: a third less processor time for each page of a test. */
const shell = '/usr/bin/chromium-headless-shell';
const whole = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const firstOf = (paths: (string | undefined)[]) => paths.find((path) => path && existsSync(path)) ?? null;

/** For tests: the shell where there is one, else the browser; null where there is neither. */
export const findShell = (): string | null => firstOf([process.env.CHROMIUM_PATH, shell, ...whole]);

/** The browser that people use, for what is measured or looked at. Throws where there is none. */
export function findChromium(): string {
  const path = firstOf([process.env.CHROMIUM_PATH, ...whole, shell]);
  if (!path) throw new Error('Chromium is missing: install it, or set CHROMIUM_PATH.');
  return path;
}
