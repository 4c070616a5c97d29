import { t } from '../../words/t.ts';

// Which picture files may be opened.

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
