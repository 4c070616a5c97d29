// Decodes the bytes of an imported file. Pure.

/** UTF-16 where its mark says so, as in "Unicode Text" of Excel; UTF-8; else Windows-1252, which accepts all bytes. */
export function decodeFile(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  return utf8Of(bytes) ?? utf8Of(unfolded(bytes)) ?? new TextDecoder('windows-1252').decode(bytes);
}

function utf8Of(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

const [tab, lineFeed, carriageReturn, space] = [9, 10, 13, 32];

/** Without the folds of a calendar, which may stand within the bytes of one character (RFC 5545, 3.1). */
function unfolded(bytes: Uint8Array): Uint8Array {
  const kept = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const end = bytes[at] === carriageReturn ? at + 1 : at;
    if (bytes[end] === lineFeed && (bytes[end + 1] === space || bytes[end + 1] === tab)) at = end + 1;
    else kept[length++] = bytes[at] ?? 0;
  }
  return kept.subarray(0, length);
}
