// The web app manifest in each language, with the name of the instance. public/manifest.webmanifest is the English one.
import type { LanguageTag } from '../../words/languages.ts';
import { t, withLanguage } from '../words/t.ts';

/** The members with texts. */
type Manifest = {
  name: string;
  short_name: string;
  lang?: string;
  description?: string;
  shortcuts?: { name: string; short_name?: string }[];
  screenshots?: { label: string }[];
};

export const manifestIn = (tag: LanguageTag, built: string, name: string): string =>
  withLanguage(tag, () => {
    const manifest = withTexts(JSON.parse(built) as Manifest, t);
    return JSON.stringify({ ...manifest, ...(manifest.lang && { lang: tag }), name, short_name: name });
  });

/** The texts of a manifest, for the catalogues. */
export function textsOfManifest(built: string): string[] {
  const texts: string[] = [];
  withTexts(JSON.parse(built) as Manifest, (text) => {
    texts.push(text);
    return text;
  });
  return texts;
}

/** A manifest with each of its texts as `say` returns it, except the name. */
const withTexts = (
  { description, shortcuts, screenshots, ...rest }: Manifest,
  say: (text: string) => string,
) => ({
  ...rest,
  ...(description && { description: say(description) }),
  ...(shortcuts && {
    shortcuts: shortcuts.map(({ name, short_name: short, ...shortcut }) => ({
      name: say(name),
      ...(short && { short_name: say(short) }),
      ...shortcut,
    })),
  }),
  ...(screenshots && {
    screenshots: screenshots.map(({ label, ...screenshot }) => ({ ...screenshot, label: say(label) })),
  }),
});
