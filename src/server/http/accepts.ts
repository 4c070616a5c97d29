/** Whether a client takes a body in this coding, by its Accept-Encoding (RFC 9110, section 12.5.3). */
export function accepts(coding: 'br' | 'gzip', { headers }: Request): boolean {
  const named = (headers.get('accept-encoding') ?? '').toLowerCase().split(',');
  return named.some((part) => {
    const [name, weight = '1'] = part.trim().split(/\s*;\s*q=/);
    return name === coding && Number(weight) > 0;
  });
}
