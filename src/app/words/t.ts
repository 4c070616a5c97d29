// The texts of the page, in its language. A text is written where it is used, in English and ICU MessageFormat
// (docs/decisions/083-texts-as-messages.md).
import {
  type CompiledMessage,
  english,
  formatMessage,
  type Language,
  type Values,
} from '../../words/message.ts';

/** A text that was marked with `msg`. */
export type Message = { readonly isMessage: unique symbol };

/** Text in quotes: the build must see it. */
export type Written<Text extends string> = string extends Text ? never : Text;

/** One language for a whole document: choosing another one loads the page again. */
export const pageLanguage: Language = english;

/** Marks a text of a constant. `t` says it once the language is known, and not before. */
export const msg = <const Text extends string>(text: Written<Text>): Message => text as unknown as Message;

/**
 * `t('Sign in')`, `t('{count, plural, one {# place} other {# places}} left', { count })`. For what renders or
 * happens, not for constants of a module.
 */
export const t = <const Text extends string>(text: Written<Text> | Message, values?: Values): string =>
  formatMessage(pageLanguage, text as unknown as CompiledMessage, values) as string;
