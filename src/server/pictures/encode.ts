// Encodes uploaded images for storage: cropped to one shape, scaled down, WebP, without metadata.
import { limits } from '../../contract/values/limits.ts';
import { createSemaphore } from '../http/limits/semaphore.ts';
import { invalid } from '../http/problem.ts';
import { t } from '../words/t.ts';
import { kindOf, type PictureKind } from './rules.ts';

/** Decoding takes up to 64 MB of memory and a core for a moment. */
const throughGate = createSemaphore({
  running: 2,
  waiting: 16,
  refusal: () => t('A lot of pictures are being saved right now. Try again in a moment.'),
});

/** Timeout of decoding in seconds, against images made to be slow. */
const decodeSeconds = 10;

let library: Promise<typeof import('sharp')> | undefined;

/** Imports sharp at its first use, so that the start does not wait for native code. */
export async function loadSharp() {
  library ??= import('sharp').then((sharp) => {
    sharp.default.cache(false);
    sharp.default.concurrency(1);
    return sharp;
  });
  return (await library).default;
}

export const avatarSize = { width: limits.avatarPixels, height: limits.avatarPixels };
export const eventPictureSize = { width: limits.eventPictureWidth, height: limits.eventPictureHeight };

/**
 * Rotates a JPEG, PNG or WebP by its EXIF orientation, crops its middle and encodes it as WebP of this size in pixels. Throws
 * 422 for any other, damaged, animated or too large file, and 503 when too many are waiting.
 */
export async function encodePicture(
  bytes: Uint8Array,
  size: { width: number; height: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const kind = refuseOtherFiles(bytes);
  return throughGate(async () => {
    const sharp = await loadSharp();
    const options = { limitInputPixels: limits.picturePixels, failOn: 'warning', pages: 1 } as const;
    const { width, height, format } = await sharp(bytes, { ...options, limitInputPixels: false })
      .metadata()
      .catch(() => ({ width: 0, height: 0, format: '' }));
    if (format !== kind || width * height === 0)
      throw refused('damaged', t('This picture is damaged. Save it again, or choose another'));
    if (width * height > limits.picturePixels)
      throw refused(
        'too_many_pixels',
        t('A picture can have {max} megapixels at most', { max: limits.picturePixels / 1e6 }),
      );
    const made = await sharp(bytes, options)
      .rotate()
      .resize(size.width, size.height, { fit: 'cover' })
      .webp({ quality: 82 })
      .timeout({ seconds: decodeSeconds })
      .toBuffer()
      .catch(() => {
        throw refused('damaged', t('This picture is damaged. Save it again, or choose another'));
      });
    return new Uint8Array(made);
  });
}

/** The format of a still image, by its first bytes. Throws 422 for any other file. */
function refuseOtherFiles(bytes: Uint8Array): PictureKind {
  const kind = kindOf(bytes);
  if (kind === 'animated') throw refused('animated', t('Choose a picture that does not move'));
  if (kind === null) throw refused('not_an_image', t('This is not a JPEG, PNG or WebP picture'));
  return kind;
}

const refused = (code: string, message: string) => invalid({ path: '', code, message });
