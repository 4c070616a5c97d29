// Pictures that cannot be loaded, such as one that this device has not fetched and is offline: what stands in for them is shown.
import { useState } from 'react';

/** For an `img`. `src` is undefined where there is no picture, or loading it has failed. */
export function useLoadedImage(src: string | null) {
  const [failed, setFailed] = useState<string | null>(null);
  return { src: (src !== failed && src) || undefined, onError: () => setFailed(src) };
}
