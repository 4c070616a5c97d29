// Applies all styles again when the window crosses a breakpoint. Chromium (seen in 156) skips that where a rule was inserted in the
// same frame, as rendering a component does: a turned tablet would stay as wide as two panes.
import { baseConfig } from './base.ts';

/** Call once in a browser. */
export function applyWidthChanges(): void {
  let last: CSSStyleSheet | undefined;
  const applyAll = () => {
    const fresh = new CSSStyleSheet();
    // A new rule for every element, with no effect.
    fresh.replaceSync('*{--width:0}');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets.filter((sheet) => sheet !== last), fresh];
    last = fresh;
  };
  if ('adoptedStyleSheets' in document)
    for (const width of Object.values(baseConfig.theme?.breakpoints ?? {}))
      matchMedia(`(min-width: ${width})`).addEventListener('change', applyAll);
}
