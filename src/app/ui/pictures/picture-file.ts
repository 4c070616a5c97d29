import { t } from '../../words/t.ts';

// Picture files: which may be opened, and how the app writes one on the device before it is sent.

const types = ['image/jpeg', 'image/png', 'image/webp'];
/** The `accept` of a file input. */
export const pictureTypes = types.join();
/** Larger than the upload: only the cropped part is sent. */
const maxMegabytes = 25;

/** The error of a chosen file, in words; null where it may be opened. */
export function fileFault({ type, size }: { type: string; size: number }): string | null {
  if (!types.includes(type)) return t("We can't use this file. Choose a JPEG, PNG or WebP picture.");
  const megabytes = size / 1_000_000;
  return megabytes > maxMegabytes
    ? t('This picture is {size} MB. Choose one of {max} MB at most.', {
        size: Math.round(megabytes),
        max: maxMegabytes,
      })
    : null;
}

/** The canvas as a file: WebP, or JPEG where the browser cannot write WebP. */
export async function writtenPicture(canvas: HTMLCanvasElement): Promise<Blob> {
  const written = (type: string) => new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9));
  const webp = await written('image/webp');
  const blob = webp?.type === 'image/webp' ? webp : await written('image/jpeg');
  if (!blob) throw new Error('The browser could not write the picture.');
  return blob;
}
