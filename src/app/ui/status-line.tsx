// A line that announces the last action. It takes the focus, because the control that was used is often gone.
import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useRef } from 'react';
import { announce } from '../words/announce.ts';

// While empty it is there for screen readers only and takes no gap in the layout.
const Line = chakra('p', {
  base: {
    fontSize: 'sm',
    color: 'fg.muted',
    py: '1',
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
    // This line says more than the write itself.
    announce('');
  }, [said]);
  return (
    <Line role="status" tabIndex={-1} ref={line}>
      {said?.text}
    </Line>
  );
}
