// The language that a request asks for.

/**
 * The language a browser asks for first, if it is one that dates and numbers can be written in; else English. Of what it
 * may say beside language, script and region there is no end, and pages are kept by locale.
 */
export function localeOf(headers: Headers): string {
  const first = headers.get('accept-language')?.split(',')[0]?.split(';')[0]?.trim() ?? '';
  if (!/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$/.test(first)) return 'en';
  try {
    const { language, script, region } = new Intl.Locale(
      Intl.DateTimeFormat.supportedLocalesOf(first)[0] ?? 'en',
    );
    return [language, script, region].filter(Boolean).join('-');
  } catch {
    return 'en';
  }
}
