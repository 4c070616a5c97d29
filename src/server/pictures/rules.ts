// Detects the image format from the first bytes, never from the file name or Content-Type. Pure.

export type PictureKind = 'jpeg' | 'png' | 'webp';

/** The format of a still image; `animated` for an animation, null for any other file. */
export function kindOf(bytes: Uint8Array): PictureKind | 'animated' | null {
  const text = (from: number, to: number) => Buffer.from(bytes.subarray(from, to)).toString('latin1');
  if (text(0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return isAnimatedPng(bytes) ? 'animated' : 'png';
  if (text(0, 4) !== 'RIFF' || text(8, 12) !== 'WEBP') return null;
  // The extended header's flag for an animation (RFC 9649, section 2.7).
  const isAnimated = text(12, 16) === 'VP8X' && ((bytes[20] ?? 0) & 0x02) !== 0;
  return isAnimated ? 'animated' : 'webp';
}

/** The most chunks to search before the image data; programs write about ten. */
const maxPngChunks = 1000;

/**
 * An animated PNG says so in an `acTL` chunk before the first `IDAT` (PNG, third edition). One that hides it behind very
 * many chunks counts as animated.
 */
function isAnimatedPng(bytes: Uint8Array): boolean {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8, chunks = 0; at + 8 <= data.length; chunks += 1) {
    const type = data.toString('latin1', at + 4, at + 8);
    if (chunks === maxPngChunks) return true;
    if (type === 'acTL') return true;
    if (type === 'IDAT') return false;
    at += 12 + data.readUInt32BE(at);
  }
  return false;
}
