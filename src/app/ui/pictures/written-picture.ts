// How the app writes a picture on the device before it is sent.

/** The canvas as a file: WebP, or JPEG where the browser cannot write WebP. */
export async function writtenPicture(canvas: HTMLCanvasElement): Promise<Blob> {
  const written = (type: string) => new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9));
  const webp = await written('image/webp');
  const blob = webp?.type === 'image/webp' ? webp : await written('image/jpeg');
  if (!blob) throw new Error('The browser could not write the picture.');
  return blob;
}
