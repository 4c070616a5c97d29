// What the operator has set for this instance: its name, who may register, and which texts there are. It comes with the
// page, in the head of the app shell, so that it is known offline and in the first paint.
import {
  type RegistrationMode,
  registrationModes,
  type SiteText,
  siteTexts,
} from '../../../contract/values/words.ts';
import { useDrawn } from '../resources/drawn.ts';
import { pageMeta } from './page-meta.ts';

export type Instance = { name: string; registration: RegistrationMode; texts: readonly SiteText[] };

/** As the page in a browser says it. */
export function instanceOfPage(): Instance {
  const registration = pageMeta('registration');
  const texts = pageMeta('site-texts')?.split(' ') ?? [];
  return {
    name: pageMeta('application-name') ?? 'Sideline',
    registration: registrationModes.find((mode) => mode === registration) ?? 'open',
    texts: siteTexts.filter((text) => texts.includes(text)),
  };
}

/** While the server renders a page it says so itself. */
export const useInstance = (): Instance => useDrawn().instance ?? instanceOfPage();
