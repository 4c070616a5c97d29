// What search engines read: the addresses of the sitemap's parts, their XML, and robots.txt. Pure.
import { api } from '../../contract/api.ts';

export const sections = ['events', 'series', 'organizations', 'people'] as const;
export type Section = (typeof sections)[number];

/** A part of a section: everything from one key to another, both included. Events go by day, the others by id. */
export type Part = { section: Section; from: string; to: string };
/** A page and when what it is about last changed: an instant in ISO 8601. */
export type Page = { path: string; changedAt: string | null };

/** As many as a part is planned to hold, and never more than a sitemap may (sitemaps.org: 50,000). */
export const partSize = { planned: 5_000, most: 50_000 };

export const partPath = ({ section, from, to }: Part) => `/sitemaps/${section}/${from}_${to}.xml`;

const day = /^\d{4}-\d{2}-\d{2}$/;
const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The part that an address names; null where it names none. */
export function partOf(section: string, range: string): Part | null {
  const known = sections.find((name) => name === section);
  const [from = '', to = '', ...more] = range.replace(/\.xml$/, '').split('_');
  if (!known || !range.endsWith('.xml') || more.length > 0) return null;
  return [from, to].every((key) => (known === 'events' ? isDay(key) : id.test(key)))
    ? { section: known, from, to }
    : null;
}

/** A day that both engines accept as an instant: PostgreSQL knows no 30 February, and the day after 9999 has another format. */
const isDay = (text: string) => {
  const at = day.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at) || text < '1970' || text >= '9999') return false;
  return new Date(at).toISOString().startsWith(text);
};

/** Events are listed from the first day of last month on: upcoming, and not long over. The day stands still for a month. */
export function firstDayListed(now: Date): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 10);
}

/** The day after a day, `YYYY-MM-DD`. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}

const head = '<?xml version="1.0" encoding="UTF-8"?>';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** A list of sitemaps (sitemaps.org). */
export function indexXml(origin: string, paths: readonly string[]): string {
  const entries = paths.map((path) => `<sitemap><loc>${escapeXml(origin + path)}</loc></sitemap>`);
  return `${head}<sitemapindex ${namespace}>${entries.join('')}</sitemapindex>`;
}

/** A list of pages. */
export function pagesXml(origin: string, pages: readonly Page[]): string {
  const entries = pages.map(
    ({ path, changedAt }) =>
      `<url><loc>${escapeXml(origin + path)}</loc>${changedAt ? `<lastmod>${changedAt}</lastmod>` : ''}</url>`,
  );
  return `${head}<urlset ${namespace}>${entries.join('')}</urlset>`;
}

const escapeXml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Crawlers may read the public API calls, because a page hydrates with them; no personal ones. */
export function robotsText(origin: string): string {
  const reads = Object.entries(api)
    .filter(
      ([call, { access, offline }]) => call.startsWith('GET ') && access !== 'session' && offline !== 'never',
    )
    .map(([call]) => call.slice('GET '.length).replace(/\{.*/, ''));
  const allowed = [...new Set(reads)].sort();
  return [
    'User-agent: *',
    'Disallow: /api/',
    ...allowed.map((path) => `Allow: ${path}`),
    'Disallow: /api/users/me',
    'Disallow: /my',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
}
