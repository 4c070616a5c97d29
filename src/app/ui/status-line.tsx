// A line that shows and announces the result of the last action. It takes the focus, because the control that was used is
// often gone.
import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useRef } from 'react';
import { announce } from '../words/announce.ts';

const Line = chakra('p', {
  base: {
    fontSize: 'sm',
    color: 'fg.muted',
    py: '1',
    // Empty, it can take the focus but no room in the layout.
    _empty: { position: 'absolute', py: '0' },
    _focusVisible: { outline: 'none' },
  },
});

/** `said` is a new object for each announcement, so that the same text twice is announced twice. */
export function StatusLine({ said }: { said: { text: string } | null }) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (!said) return;
    line.current?.focus({ preventScroll: true });
    announce(said.text);
  }, [said]);
  return (
    <Line tabIndex={-1} ref={line}>
      {said?.text}
    </Line>
  );
}
