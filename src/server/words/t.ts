// Messages of the server in the language of a request or of a mail's recipient.
import { AsyncLocalStorage } from 'node:async_hooks';
import { parseSaid } from '../../contract/said.ts';
import { type LanguageTag, languageFor } from '../../words/languages.ts';
import { type CompiledMessage, formatMessage, type Values } from '../../words/message.ts';
import { compiled, languageOf } from './catalogue.ts';

const current = new AsyncLocalStorage<LanguageTag>();

/** Runs `work`, in which `t` uses this language. Only another language than now costs a new asynchronous context. */
export const withLanguage = <Result>(tag: LanguageTag, work: () => Result): Result =>
  tag === languageNow() ? work() : current.run(tag, work);

/** The same for the recipient of a mail, by the locale of their account. */
export const inLanguageOf = <Result>({ locale }: { locale: string }, work: () => Result): Result =>
  withLanguage(languageFor([locale]), work);

/** The language of `t` now; English outside of a request. */
export const languageNow = (): LanguageTag => current.getStore() ?? 'en';

/** Compiled English messages; bounded by the number of texts in the sources. */
const messages = new Map<string, CompiledMessage>();

/**
 * `t('At most {max} at once', { max })`, in ICU MessageFormat as in src/app/words/t.ts: a text in quotes, so that the catalogues
 * have it. Not for constants of a module: while it loads, the reader's language is not known.
 */
export function t(text: string, values?: Values): string {
  let message = messages.get(text);
  if (message === undefined) {
    message = compiled(text);
    messages.set(text, message);
  }
  return formatMessage(languageOf(languageNow()), message, values) as string;
}

/** Translates a message that `said` of the contract wrote. Others, such as zod's own, stay unchanged. */
export function translated(message: string): string {
  const said = parseSaid(message);
  if (!said) return message;
  const [text, values] = said;
  // A text without values may be one of zod's, which can contain input: it needs no compiling and is not stored in `messages`.
  return values ? t(text, values) : (formatMessage(languageOf(languageNow()), text) as string);
}
