// Files of pictures: which may be opened, and how one is written on the device before it is sent.

const types = ['image/jpeg', 'image/png', 'image/webp'];
/** What a file field offers. */
export const pictureTypes = types.join();
/** Larger than what is sent: only what is cut out goes over the network. */
const mostMegabytes = 25;

/** What is wrong with a chosen file, in words; null where it may be opened. */
export function fileFault({ type, size }: { type: string; size: number }): string | null {
  if (!types.includes(type)) return "We can't use this file. Choose a JPEG, PNG or WebP picture.";
  const megabytes = size / 1_000_000;
  return megabytes > mostMegabytes
    ? `This picture has ${Math.round(megabytes)} MB. Choose one of ${mostMegabytes} MB at most.`
    : null;
}

/** What a canvas shows as a file: WebP, or JPEG where the browser writes no WebP. */
export async function writtenPicture(canvas: HTMLCanvasElement): Promise<Blob> {
  const written = (type: string) => new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9));
  const webp = await written('image/webp');
  const blob = webp?.type === 'image/webp' ? webp : await written('image/jpeg');
  if (!blob) throw new Error('The browser could not write the picture.');
  return blob;
}
