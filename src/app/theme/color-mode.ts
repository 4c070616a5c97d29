// The color mode: a preference (system, light or dark) stored on this device, and a mode that a page may force.
// boot/inline/color-mode.ts applies the stored preference before the first paint; without one the styles follow the system.
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
    let stored: string | null = null;
    try {
      stored = localStorage.getItem(colorModeKey);
    } catch {
      // Storage is blocked: the preference lasts until the page closes.
    }
    preference = colorModes.find((mode) => mode === stored) ?? 'system';
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

/** Stores the person's preference and applies it at once. */
export function setColorMode(mode: ColorMode): void {
  preference = mode;
  try {
    localStorage.setItem(colorModeKey, mode);
  } catch {
    // As above: applied, but not stored.
  }
  apply();
  for (const listener of listeners) listener();
}

/** Forces a mode while a page asks for it; null returns to the person's preference. */
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

/** The person's preference. */
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
