// Slugs: names as a part of URLs.

/** Of a folded name (`fold` of db/dialect.ts): `cold-water technique camp` → `cold-water-technique-camp`; may be empty. */
export function slugOf(folded: string): string {
  return folded
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '');
}
