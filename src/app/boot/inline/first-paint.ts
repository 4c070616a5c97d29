// Inline in every page: what only the device knows, applied before the first paint.
import { ownZone } from '../../format/own-zone.ts';
import { colorModeKey } from '../../theme/color-mode-key.ts';

// The stored color mode. Without one, the styles follow the system (prefers-color-scheme).
try {
  document.documentElement.className = localStorage.getItem(colorModeKey) ?? '';
} catch {
  // Storage is blocked: the styles follow the system.
}

// A server-rendered list names the zone of every time, because the server does not know the viewer's. Their own is hidden.
try {
  const sheet = new CSSStyleSheet();
  sheet.insertRule(`[data-zone="${ownZone()}"]{display:none}`);
  document.adoptedStyleSheets = [sheet];
} catch {
  // An old browser: every zone stays named.
}
