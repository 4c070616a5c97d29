// Prints the page in landscape, because the table is wide.
import { useEffect } from 'react';

const landscape = '@page { size: landscape; margin: 10mm }';

export function useLandscapePrint(): void {
  useEffect(() => {
    if (!('adoptedStyleSheets' in document)) return;
    // A constructed stylesheet: the CSP forbids inline styles, and `@page` cannot be scoped to an element.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(landscape);
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, []);
}
