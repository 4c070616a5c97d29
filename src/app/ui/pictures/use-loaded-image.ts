// Pictures that cannot be loaded, such as one that this device has not fetched and is offline: what stands in for them is shown.
import { useState } from 'react';

/** `src` is null where there is no picture, or loading it has failed; spread the rest on the `img`. */
export function useLoadedImage(src: string | null) {
  const [failed, setFailed] = useState<string | null>(null);
  return { src: src === failed ? null : src, onError: () => setFailed(src) };
}
