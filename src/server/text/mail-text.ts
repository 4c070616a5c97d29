// Makes typed texts safe for mails, which may go to strangers: one line, capped, and without anything that a mail program
// turns into a link. Mails are plain text, so there is no markup to escape.

/** Longest subject, in visible characters: a line of RFC 5322. */
const subjectMax = 78;

/** Control characters, line separators, bidi controls, invisible characters and halves of characters. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}\u00ad\u200b\u2060-\u2064\ufeff]+/gu;
/** A dot, in any script, or an at sign inside a domain or an e-mail address; the colon of a scheme. */
const linkParts = /(?<=\S)[.。．｡@＠](?=\p{L})|:(?=\/\/)/gu;
/** Invisible, and breaks the link detection of mail programs. */
const zeroWidthSpace = '\u200b';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** At most `max` visible characters; what is cut off is shown as an ellipsis. */
function capped(text: string, max: number): string {
  const parts: string[] = [];
  for (const { segment } of graphemes.segment(text)) {
    if (parts.length === max)
      return `${parts
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`;
    parts.push(segment);
  }
  return text;
}

/** A text as one line without invisible characters. */
const oneLine = (text: string) => text.replace(unprintable, ' ').replace(/\s+/gu, ' ').trim();

/** A name or note of a person for the body or subject of a mail: at most `max` visible characters, never a link. */
export function mailWords(text: string, max = 80): string {
  return capped(oneLine(text), max).replace(linkParts, `$&${zeroWidthSpace}`);
}

/** A subject, its names already made safe with `mailWords`. */
export const mailSubject = (text: string): string => capped(text, subjectMax);
