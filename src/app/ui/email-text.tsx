// A text with e-mail addresses, which wrap before `@` and `.`.
import { Fragment } from 'react';

export function EmailText({ text }: { text: string }) {
  // A group in the pattern of `split` keeps what it matches, at the odd places.
  return text.split(/(\S+@\S+)/).map((part, index) =>
    (index % 2 === 0 ? [part] : part.split(/(?=[@.])/)).map((piece, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text keep their order
      <Fragment key={`${index} ${at}`}>
        {at > 0 ? <wbr /> : null}
        {piece}
      </Fragment>
    )),
  );
}
