// The color mode: a preference (system, light or dark) stored on this device, and a mode that a page may force.
// boot/inline/first-paint.ts applies the stored preference before the first paint; without one the styles follow the system.
import { themeColors } from '../../contract/values/page.ts';
import { localItems } from '../data/storage.ts';
import { createStore } from '../data/store.ts';
import { useStore } from '../data/use-store.ts';
import { colorModeKey } from './color-mode-key.ts';

export const colorModes = ['system', 'light', 'dark'] as const;
export type ColorMode = (typeof colorModes)[number];

type State = { preference: ColorMode; forced: 'light' | 'dark' | null };

const store = createStore<State>(() => ({ preference: readPreference(), forced: null }));

function readPreference(): ColorMode {
  const stored = localItems.get(colorModeKey);
  return colorModes.find((mode) => mode === stored) ?? 'system';
}

function change(next: Partial<State>) {
  store.dispatch({ ...store.get(), ...next });
  apply();
}

function apply() {
  const { preference, forced } = store.get();
  const wanted = forced ?? preference;
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
  localItems.set(colorModeKey, mode);
  change({ preference: mode });
}

/** Forces a mode while a page asks for it; null returns to the person's preference. */
export const forceColorMode = (mode: State['forced']): void => change({ forced: mode });

/** Follows the system and other tabs. Call once at start. */
export function startColorMode(): void {
  apply();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', apply);
  addEventListener('storage', (event) => {
    if (event.key === colorModeKey) change({ preference: readPreference() });
  });
}

/** The person's preference. */
export const useColorMode = (): ColorMode => useStore(store, ({ preference }) => preference, 'system');
