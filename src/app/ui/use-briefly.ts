// A value that is shown for a few seconds, such as "Copied".
import { useEffect, useState } from 'react';

const shownMs = 4000;

/** The shown value, null at other times, and a function that shows one. */
export function useBriefly<Value>() {
  // In an object, so that the same value shown again starts the time again.
  const [shown, setShown] = useState<{ value: Value } | null>(null);
  useEffect(() => {
    if (shown === null) return;
    const timer = setTimeout(setShown, shownMs, null);
    return () => clearTimeout(timer);
  }, [shown]);
  return [shown?.value ?? null, (value: Value) => setShown({ value })] as const;
}
