// The languages that the product speaks, and how one is chosen.

/** The first is that of the sources. */
export const languageTags = ['en', 'de'] as const;
export type LanguageTag = (typeof languageTags)[number];

/** Each in itself. */
export const languageNames: Record<LanguageTag, string> = { en: 'English', de: 'Deutsch' };

const baseOf = (tag: string) => tag.split('-', 1)[0]?.toLowerCase();

export const isLanguageTag = (value: unknown): value is LanguageTag =>
  languageTags.some((tag) => tag === value);

/** The first of these wishes (BCP 47, the most wanted first) that the product speaks; else English. */
export function languageFor(wishes: readonly (string | null | undefined)[]): LanguageTag {
  for (const wish of wishes) {
    const tag = wish && baseOf(wish);
    if (isLanguageTag(tag)) return tag;
  }
  return 'en';
}

/**
 * How dates, numbers and money are written beside words of a language: as the wish says, where it is of that language; else
 * in that language with the habits of the wish's region. `nl-BE` beside English words is `en-BE`: Monday first, 24 hours.
 */
export function localeIn(language: string, wish: string): string {
  if (baseOf(wish) === language) return wish;
  try {
    const { region } = new Intl.Locale(wish).maximize();
    return region ? `${language}-${region}` : language;
  } catch {
    return language;
  }
}
