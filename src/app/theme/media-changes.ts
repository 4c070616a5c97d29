// Applies all styles again when a breakpoint or the system's color scheme changes. Chromium (seen in 156) skips that where a rule
// was inserted in the same frame, as rendering a component does: a turned tablet would stay as wide as two panes.
import { baseConfig } from './base.ts';

const queries = [
  ...Object.values(baseConfig.theme?.breakpoints ?? {}).map((width) => `(min-width: ${width})`),
  '(prefers-color-scheme: dark)',
];

/** Call once in a browser. */
export function applyMediaChanges(): void {
  let last: CSSStyleSheet | undefined;
  const applyAll = () => {
    const fresh = new CSSStyleSheet();
    // A new rule for every element, with no effect.
    fresh.replaceSync('*{--media:0}');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets.filter((sheet) => sheet !== last), fresh];
    last = fresh;
  };
  if ('adoptedStyleSheets' in document)
    for (const query of queries) matchMedia(query).addEventListener('change', applyAll);
}
