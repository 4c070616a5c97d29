// The instance's settings: its name, who may register, and which texts exist. They are in <meta> elements of the app
// shell, so that the first paint has them, also offline.
import {
  type RegistrationMode,
  registrationModes,
  type SiteText,
  siteTexts,
} from '../../../contract/values/enums.ts';
import { useRenderData } from '../resources/render-data.ts';
import { pageMeta } from './page-meta.ts';

export type Instance = { name: string; registration: RegistrationMode; texts: readonly SiteText[] };

/** Read from the page's <meta> elements. */
export function instanceOfPage(): Instance {
  const registration = pageMeta('registration');
  const texts = pageMeta('site-texts')?.split(' ') ?? [];
  return {
    name: pageMeta('application-name') ?? 'Sideline',
    registration: registrationModes.find((mode) => mode === registration) ?? 'open',
    texts: siteTexts.filter((text) => texts.includes(text)),
  };
}

/** The server has no document: it passes the instance with the render data. */
export const useInstance = (): Instance => useRenderData().instance ?? instanceOfPage();
