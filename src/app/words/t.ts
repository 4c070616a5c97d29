// The texts of the page, in its language. A text is written where it is used, in English and ICU MessageFormat
// (docs/decisions/083-texts-as-messages.md).
import {
  type CompiledMessage,
  english,
  formatMessage,
  type Language,
  type Values,
} from '../../words/message.ts';

/** A text of a constant, for `t` to say; no text for a screen yet, so not assignable to a string. */
export type Message = CompiledMessage;

/** A text in quotes, or a message; any other string could not be in a catalogue. */
export type Written<Text extends CompiledMessage> = string extends Text
  ? [Text] extends [string]
    ? never
    : Text
  : Text;

let source: () => Language = () => english;

/** One language for a whole document: choosing another one loads the page again. */
export const pageLanguage = (): Language => source();

/** Where the language of the document comes from. A server renders documents of several languages at a time. */
export function setLanguageSource(next: () => Language): void {
  source = next;
}

/** Marks a text of a constant. `t` says it once the language is known, and not before. */
export const msg = <const Text extends string>(text: Written<Text>): Message => text;

/**
 * `t('Sign in')`, `t('{count, plural, one {# place} other {# places}} left', { count })`. For what renders or
 * happens, not for constants of a module.
 */
export const t = <const Text extends CompiledMessage>(text: Written<Text>, values?: Values): string =>
  formatMessage(source(), text, values) as string;
