// HTTP of this instance's name, registration mode and texts.
import type { instanceEndpoints } from '../../contract/instance.ts';
import { type SiteText, siteTexts } from '../../contract/values/enums.ts';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/handler.ts';
import { notFound } from '../http/problem.ts';
import type { SiteTexts } from './texts.ts';

export const namesOfTexts = (texts: SiteTexts): SiteText[] =>
  siteTexts.filter((name) => texts[name] !== null);

export function instanceRoutes({ config, texts }: Deps): Handlers<keyof typeof instanceEndpoints> {
  return {
    'GET /api/instance': () => ({
      name: config.instanceName,
      registration: config.registration,
      texts: namesOfTexts(texts),
    }),
    'GET /api/instance/{text}': ({ params }) => {
      const blocks = texts[params.text];
      if (blocks === null) throw notFound('text');
      return { blocks };
    },
  };
}
