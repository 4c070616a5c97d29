// Link preview images (Open Graph, `og:image`): `/picture.png` of the instance, `/events/public/{id}/picture.png` of a public
// event. Their content comes from app/ssr/preview-image.ts and the API's public answer, so they reveal nothing else.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Context } from 'hono';
import type { previewImageOf } from '../../../app/ssr/entry-server.tsx';
import type { previewImageSize } from '../../../app/ssr/preview-image.ts';
import type { PublicEvent } from '../../../contract/events/events.ts';
import { isLanguageTag, type LanguageTag } from '../../../words/languages.ts';
import type { Site } from '../../api.ts';
import type { Deps } from '../../deps.ts';
import { addressOf, inProcess } from '../../http/limits/address.ts';
import { limiterOf, takeUse } from '../../http/limits/limiter.ts';
import { Problem, problemResponse } from '../../http/problem.ts';
import { tooManyRequests } from '../../http/request-guard.ts';
import { languageOf } from '../../words/catalogue.ts';
import { t } from '../../words/t.ts';
import { ensureFontConfig, fontsFolder } from './fonts.ts';
import { createPainter, type Paint } from './painter.ts';

type EntryServer = { previewImageOf: typeof previewImageOf; previewImageSize: typeof previewImageSize };

/** Imports sharp with the first image, not at the start. */
const paintWithFonts: Paint = async (painting) => {
  ensureFontConfig(fontsFolder);
  return (await import('./paint.ts')).paint(painting, fontsFolder);
};

/** `serverEntry` is the built server bundle (see pages.ts); without it there are no images. `api` answers in process. */
export function mountPreviewImages(
  site: Site,
  deps: Deps,
  { api, serverEntry, paint = paintWithFonts }: { api: Site; serverEntry: string; paint?: Paint },
): void {
  if (!existsSync(serverEntry)) return;
  const { config, log } = deps;
  const load = () => import(pathToFileURL(resolve(serverEntry)).href) as Promise<EntryServer>;
  const painter = createPainter(paint);
  const limiter = limiterOf(deps, { count: 120, windowMs: 60_000 });

  const answer = async (context: Context, event: PublicEvent | null, tag: LanguageTag) => {
    const { previewImageOf, previewImageSize } = await load();
    const image = previewImageOf(event, config.instanceName, languageOf(tag));
    const headers = {
      'Content-Type': 'image/png',
      ETag: `"${image.version}"`,
      // A URL with this version is immutable; any other URL shows the newest image and is revalidated.
      'Cache-Control':
        context.req.query('v') === image.version ? 'public, max-age=31536000, immutable' : 'public, no-cache',
      // Other sites embed it in link previews.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    };
    if (context.req.header('if-none-match')?.includes(headers.ETag))
      return new Response(null, { status: 304, headers });
    const key = `${event?.id ?? ''} ${image.version}`;
    const png = painter.png(key, { ...image, size: previewImageSize });
    if (!png)
      throw new Problem('unavailable', t('Many pictures are being made right now. Try again in a moment.'), {
        retryAfterSeconds: 5,
      });
    return new Response(new Uint8Array(await png), { headers });
  };

  const mount = (
    path: string,
    eventOf: (id: string, language: LanguageTag) => Promise<PublicEvent | Response | null>,
  ) =>
    site.get(path, async (context) => {
      context.set('route', path);
      try {
        takeUse(limiter, addressOf(context, config.trustProxy), tooManyRequests);
        const lang = context.req.query('lang');
        const language = isLanguageTag(lang) ? lang : 'en';
        const event = await eventOf(context.req.param('id') ?? '', language);
        return event instanceof Response ? event : await answer(context, event, language);
      } catch (error) {
        if (error instanceof Problem) return problemResponse(error);
        log.error({ err: error, route: path }, 'A preview image could not be painted');
        return problemResponse(new Problem('internal', t("We couldn't make this picture.")));
      }
    });

  mount('/picture.png', async () => null);
  mount('/events/public/:id/picture.png', async (id, language) => {
    const response = await api.request(
      `/api/events/public/${encodeURIComponent(id)}`,
      { headers: { 'Accept-Language': language } },
      inProcess,
    );
    // A missing event (404, 410) is also the status of its image.
    return response.ok ? ((await response.json()) as PublicEvent) : response;
  });
}
