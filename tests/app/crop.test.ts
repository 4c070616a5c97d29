// The square of a crop, and which files can be opened.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  dragged,
  firstCrop,
  maxZoom,
  squareOf,
  within,
  zoomed,
} from '../../src/app/ui/pictures/crop-rules.ts';
import { fileFault } from '../../src/app/ui/pictures/picture-file.ts';

const wide = { width: 4000, height: 3000 };

it('the crop starts with the largest centred square', () => {
  expect(squareOf(wide, firstCrop(wide))).toEqual({ left: 500, top: 0, side: 3000 });
});

it('the crop keeps the picture under the finger: half a view is half a square', () => {
  const crop = dragged(wide, firstCrop(wide), { dx: 50, dy: 0, viewPx: 300 });
  expect(squareOf(wide, crop)).toEqual({ left: 0, top: 0, side: 3000 });
});

it('the crop stays inside the picture for any drag and zoom', () => {
  const step = fc.oneof(
    fc.record({ dx: fc.integer({ min: -900, max: 900 }), dy: fc.integer({ min: -900, max: 900 }) }),
    fc.record({ factor: fc.double({ min: 0.1, max: 10, noNaN: true }) }),
  );
  const size = fc.record({
    width: fc.integer({ min: 1, max: 8000 }),
    height: fc.integer({ min: 1, max: 8000 }),
  });
  fc.assert(
    fc.property(size, fc.array(step, { maxLength: 30 }), (picture, steps) => {
      let crop = firstCrop(picture);
      for (const one of steps)
        crop =
          'factor' in one
            ? zoomed(picture, crop, one.factor)
            : dragged(picture, crop, { ...one, viewPx: 300 });
      const { left, top, side } = squareOf(picture, crop);
      expect(left).toBeGreaterThanOrEqual(-0.001);
      expect(top).toBeGreaterThanOrEqual(-0.001);
      expect(left + side).toBeLessThanOrEqual(picture.width + 0.001);
      expect(top + side).toBeLessThanOrEqual(picture.height + 0.001);
    }),
  );
});

it('the crop limits the zoom', () => {
  expect(within(wide, { x: 2000, y: 1500, zoom: 99 }).zoom).toBe(maxZoom);
  expect(within(wide, { x: 2000, y: 1500, zoom: 0.1 }).zoom).toBe(1);
});

it('a file that is not an image is reported, and large photos open', () => {
  expect(fileFault({ type: 'image/jpeg', size: 12_000_000 })).toBeNull();
  expect(fileFault({ type: 'image/jpeg', size: 31_000_000 })).toMatch(/31 MB.*25 MB/);
  expect(fileFault({ type: 'application/pdf', size: 10 })).toMatch(/JPEG, PNG or WebP/);
});
