// Which statements get a name, so that PostgreSQL plans them once per connection. A client keeps every named statement
// until its connection ends, and lists of values make ever new texts: so there is an end to both.
import { hash } from 'node:crypto';

export type NameOf = (text: string) => string | undefined;

/** A connection with so many named statements is replaced after its use. */
export const mostNames = 500;
const mostTexts = 1_000;

/** Names a text from its second use on, as long as it is among the latest texts. The same text has the same name always. */
export function statementNames(): NameOf {
  // In the order of their use, the latest last.
  const texts = new Map<string, string | null>();
  return (text) => {
    const known = texts.get(text);
    const name = known === undefined ? null : (known ?? `s${hash('sha1', text).slice(0, 24)}`);
    texts.delete(text);
    texts.set(text, name);
    if (texts.size > mostTexts) for (const [oldest] of texts.entries().take(1)) texts.delete(oldest);
    return name ?? undefined;
  };
}
