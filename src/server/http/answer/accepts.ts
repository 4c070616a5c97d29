// Which codings of a body a client takes, by its Accept-Encoding (RFC 9110, section 12.5.3).

export type Coding = 'br' | 'gzip';

/** Whether a client takes a body in this coding. */
export function accepts(coding: Coding, { headers }: Request): boolean {
  return weightsOf(headers.get('accept-encoding'))(coding) > 0;
}

/** In characters; for shorter bodies gzip takes half the time of brotli and saves as much. */
const brotliFrom = 4000;

/**
 * The coding that a client likes best for a body of this length; null where it takes none of ours, or would rather have
 * the body as it is.
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

/** The weight of each coding: that of `*` for those that are not named. */
function weightsOf(header: string | null): (coding: Coding | 'identity') => number {
  const weights = new Map<string, number>();
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const [name = '', weight = '1'] = part.trim().split(/\s*;\s*q\s*=\s*/);
    weights.set(name, Number(weight) || 0);
  }
  // Without a word about it, the plain body is acceptable, and liked least.
  return (coding) => weights.get(coding) ?? (coding === 'identity' ? 0 : (weights.get('*') ?? 0));
}
