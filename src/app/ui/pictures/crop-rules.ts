// The square of a crop on a picture. Pure; lengths in pixels of the picture unless said otherwise.

export type Size = { width: number; height: number };
/** `x`, `y`: the center of the square. `zoom` 1 is the largest square that fits. */
export type Crop = { x: number; y: number; zoom: number };

export const maxZoom = 5;

export const firstCrop = ({ width, height }: Size): Crop => ({ x: width / 2, y: height / 2, zoom: 1 });

const clamp = (min: number, value: number, max: number) => Math.min(max, Math.max(min, value));

export const sideOf = ({ width, height }: Size, zoom: number) => Math.min(width, height) / zoom;

/** The crop moved back onto the picture, where it would reach over the edge. */
export function within(size: Size, { x, y, zoom }: Crop): Crop {
  const clamped = clamp(1, zoom, maxZoom);
  const half = sideOf(size, clamped) / 2;
  return { x: clamp(half, x, size.width - half), y: clamp(half, y, size.height - half), zoom: clamped };
}

/**
 * The picture dragged by `dx`, `dy` of a view that is `viewPx` wide: the point under the finger stays there.
 */
export function dragged(
  size: Size,
  crop: Crop,
  { dx, dy, viewPx }: { dx: number; dy: number; viewPx: number },
): Crop {
  const scale = sideOf(size, crop.zoom) / viewPx;
  return within(size, { ...crop, x: crop.x - dx * scale, y: crop.y - dy * scale });
}

export const zoomed = (size: Size, crop: Crop, factor: number): Crop =>
  within(size, { ...crop, zoom: crop.zoom * factor });

/** The square in the form that `drawImage` takes. */
export function squareOf(size: Size, crop: Crop): { left: number; top: number; side: number } {
  const side = sideOf(size, crop.zoom);
  return { left: crop.x - side / 2, top: crop.y - side / 2, side };
}
