// Prints the page across, as a wide table needs it.
import { useEffect } from 'react';

const across = '@page { size: landscape; margin: 10mm }';

export function usePrintedAcross(): void {
  useEffect(() => {
    if (!('adoptedStyleSheets' in document)) return;
    // Added by script, because pages may hold no inline styles, and `@page` is not a rule of one element.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(across);
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, []);
}
