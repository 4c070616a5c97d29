// Inline in every page: applies the stored color mode before the first paint. Without one, the styles follow the system
// (prefers-color-scheme).
import { colorModeKey } from '../../theme/color-mode-key.ts';

try {
  document.documentElement.className = localStorage.getItem(colorModeKey) ?? '';
} catch {
  // Storage is blocked: the styles follow the system.
}
