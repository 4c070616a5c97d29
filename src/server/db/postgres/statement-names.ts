// Names prepared statements, so that PostgreSQL plans them once per connection. Both texts and names are bounded: a client
// keeps every named statement until its connection ends, and lists of values produce ever new texts.
import { hash } from 'node:crypto';

export type StatementNames = {
  /** The name of a text; undefined where it has none. */
  of(text: string): string | undefined;
  /** From now on no text has a name. */
  giveUp(): void;
};

export const noNames: StatementNames = { of: () => undefined, giveUp: () => {} };

/** A connection with this many named statements is replaced after its use. */
export const maxNames = 500;
const maxTexts = 1_000;

/** Names a text from its second use on, while it is among the latest texts. A text always has the same name. */
export function statementNames(onGivenUp: () => void): StatementNames {
  // In order of use, the latest last.
  const texts = new Map<string, string | null>();
  let isGivenUp = false;
  return {
    of: (text) => {
      if (isGivenUp) return undefined;
      const known = texts.get(text);
      const name = known === undefined ? null : (known ?? `s${hash('sha1', text).slice(0, 24)}`);
      texts.delete(text);
      texts.set(text, name);
      if (texts.size > maxTexts) for (const [oldest] of texts.entries().take(1)) texts.delete(oldest);
      return name ?? undefined;
    },
    giveUp: () => {
      if (isGivenUp) return;
      isGivenUp = true;
      texts.clear();
      onGivenUp();
    },
  };
}
