// Negotiates the content coding by Accept-Encoding (RFC 9110, section 12.5.3).

export type Coding = 'br' | 'gzip';

/** Whether a client accepts this content coding. */
export function accepts(coding: Coding, { headers }: Request): boolean {
  return weightsOf(headers.get('accept-encoding'))(coding) > 0;
}

/** In characters; for shorter bodies gzip takes half the time of brotli and saves as much. */
const brotliFrom = 4000;

/**
 * The preferred content coding for a body of this length; null where the client accepts none of ours, or prefers
 * `identity`.
 */
export function preferredCoding({ headers }: Request, length: number): Coding | null {
  const header = headers.get('accept-encoding');
  if (!header) return null;
  const weightOf = weightsOf(header);
  const [br, gzip] = [weightOf('br'), weightOf('gzip')];
  const best = br > gzip || (br === gzip && length >= brotliFrom) ? 'br' : 'gzip';
  const weight = Math.max(br, gzip);
  return weight > 0 && weight >= weightOf('identity') ? best : null;
}

/** The weight (`q`) of each coding; a coding that is not listed has the weight of `*`. */
function weightsOf(header: string | null): (coding: Coding | 'identity') => number {
  const weights = new Map<string, number>();
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const [name = '', weight = '1'] = part.trim().split(/\s*;\s*q\s*=\s*/);
    weights.set(name, Number(weight) || 0);
  }
  // `identity` is acceptable unless it is listed, and then the least preferred.
  return (coding) => weights.get(coding) ?? (coding === 'identity' ? 0 : (weights.get('*') ?? 0));
}
