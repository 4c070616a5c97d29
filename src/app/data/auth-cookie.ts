// The readable cookie that only says that the auth cookies exist; its name comes with the page.

const hintName = () =>
  document.querySelector('meta[name="hint-cookie"]')?.getAttribute('content') ?? 'sideline_hint';

export const hasAuthCookie = () =>
  document.cookie.split('; ').some((cookie) => cookie.startsWith(`${hintName()}=`));

export function forgetAuthCookie(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${hintName()}=; Path=/; Max-Age=0; Secure; SameSite=None`;
}
