// E-mail addresses, which wrap before `@` and `.`: in a text, and as a link.
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

/** `children`: what is shown, by default the address. */
export const EmailLink = ({ address, children = address }: { address: string; children?: string }) => (
  <a href={`mailto:${address}`}>
    <EmailText text={children} />
  </a>
);
