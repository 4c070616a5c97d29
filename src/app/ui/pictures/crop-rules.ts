// Where the square of a crop lies on a picture. Pure; lengths in pixels of the picture unless said otherwise.

export type Size = { width: number; height: number };
/** `x`, `y`: the middle of the square. `zoom` 1 is the largest square that fits. */
export type Crop = { x: number; y: number; zoom: number };

export const mostZoom = 5;

export const firstCrop = ({ width, height }: Size): Crop => ({ x: width / 2, y: height / 2, zoom: 1 });

const between = (least: number, value: number, most: number) => Math.min(most, Math.max(least, value));

export const sideOf = ({ width, height }: Size, zoom: number) => Math.min(width, height) / zoom;

/** The crop moved onto the picture, where it would reach over the edge. */
export function within(size: Size, { x, y, zoom }: Crop): Crop {
  const kept = between(1, zoom, mostZoom);
  const half = sideOf(size, kept) / 2;
  return { x: between(half, x, size.width - half), y: between(half, y, size.height - half), zoom: kept };
}

/** The picture dragged by `dx`, `dy` of a view that is `viewPx` wide: what is under the finger stays there. */
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

/** The square as `drawImage` takes it. */
export function squareOf(size: Size, crop: Crop): { left: number; top: number; side: number } {
  const side = sideOf(size, crop.zoom);
  return { left: crop.x - side / 2, top: crop.y - side / 2, side };
}
