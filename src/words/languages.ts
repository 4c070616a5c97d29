// The supported languages, and language negotiation.

/** The first is the source language. */
export const languageTags = ['en', 'de'] as const;
export type LanguageTag = (typeof languageTags)[number];

/** The name of each language in the language itself. */
export const languageNames: Record<LanguageTag, string> = { en: 'English', de: 'Deutsch' };

const baseOf = (tag: string) => tag.split('-', 1)[0]?.toLowerCase();

export const isLanguageTag = (value: unknown): value is LanguageTag =>
  languageTags.some((tag) => tag === value);

/** The first supported language of the preferred ones (BCP 47 tags, in order of preference); else English. */
export function languageFor(preferred: readonly (string | null | undefined)[]): LanguageTag {
  for (const locale of preferred) {
    const language = locale && baseOf(locale);
    if (isLanguageTag(language)) return language;
  }
  return 'en';
}

/**
 * The locale for dates, numbers and money in texts of a language: the preferred locale if it is of that language, else that
 * language with the region of the preferred locale. `nl-BE` with English texts gives `en-BE`: Monday first, 24 hours.
 */
export function localeIn(language: string, preferred: string): string {
  if (baseOf(preferred) === language) return preferred;
  try {
    const { region } = new Intl.Locale(preferred).maximize();
    return region ? `${language}-${region}` : language;
  } catch {
    return language;
  }
}
