// The colour mode: a preference (system, light or dark) kept on this device, and a mode that a page may force.
// boot/inline/color-mode.ts names the stored choice before the first paint; where there is none, the styles follow the system by themselves.
import { useSyncExternalStore } from 'react';
import { themeColors } from '../../contract/values/page.ts';
import { colorModeKey } from './color-mode-key.ts';

export const colorModes = ['system', 'light', 'dark'] as const;
export type ColorMode = (typeof colorModes)[number];

const listeners = new Set<() => void>();
let forced: 'light' | 'dark' | null = null;
let preference: ColorMode | null = null;

function readPreference(): ColorMode {
  if (preference === null) {
    let kept: string | null = null;
    try {
      kept = localStorage.getItem(colorModeKey);
    } catch {
      // Storage is blocked: the choice lasts until the page closes.
    }
    preference = colorModes.find((mode) => mode === kept) ?? 'system';
  }
  return preference;
}

function apply() {
  const wanted = forced ?? readPreference();
  const mode =
    wanted === 'system' ? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light') : wanted;
  const root = document.documentElement;
  root.classList.toggle('dark', mode === 'dark');
  root.classList.toggle('light', mode === 'light');
  for (const meta of document.querySelectorAll('meta[name="theme-color"]'))
    meta.setAttribute('content', themeColors[mode]);
}

/** Keeps the person's choice and shows it at once. */
export function setColorMode(mode: ColorMode): void {
  preference = mode;
  try {
    localStorage.setItem(colorModeKey, mode);
  } catch {
    // As above: shown, not kept.
  }
  apply();
  for (const listener of listeners) listener();
}

/** Forces a mode for as long as a page asks for it; null gives it back to the person. */
export function forceColorMode(mode: 'light' | 'dark' | null): void {
  forced = mode;
  apply();
}

/** Follows the system and other tabs. Call once at start. */
export function startColorMode(): void {
  apply();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', apply);
  addEventListener('storage', (event) => {
    if (event.key !== colorModeKey) return;
    preference = null;
    apply();
    for (const listener of listeners) listener();
  });
}

/** The person's choice. */
export function useColorMode(): ColorMode {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    readPreference,
    () => 'system',
  );
}
