// Inline in every page: names the colour mode that the person has chosen, before the first paint. What the device prefers
// the styles know by themselves.
import { colorModeKey } from '../../theme/color-mode-key.ts';

try {
  document.documentElement.className = localStorage.getItem(colorModeKey) ?? '';
} catch {
  // Storage is blocked: the styles follow the device.
}
