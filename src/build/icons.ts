// Bundles the icons of the app's own frame, so that they need no request and work offline. One virtual module has those of
// the first load, another those of all other screens.
import { icons as lucide } from '@iconify-json/lucide';
import type { Plugin } from 'vite';
import { firstIconNames, moreIconNames } from '../app/ui/icons/chrome-icons.ts';
import { virtualModules } from './virtual-modules.ts';

function bodiesOf(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => {
      const parent = lucide.aliases?.[name]?.parent;
      const body = lucide.icons[parent ?? name]?.body;
      if (!body) throw new Error(`The icon set has no icon named ${name}.`);
      return [name, body];
    }),
  );
}

export function chromeIcons(): Plugin {
  const module = (names: readonly string[]) => `export const bodies = ${JSON.stringify(bodiesOf(names))}`;
  return virtualModules('chrome-icons', {
    'virtual:chrome-icons/first': module(firstIconNames),
    'virtual:chrome-icons/more': module(moreIconNames),
  });
}
