// A line that announces the last action. It takes the focus, because the control that was used is often gone.
import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useRef } from 'react';
import { silence } from '../words/announce.ts';

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

/**
 * `said` is a new object for each announcement, so that the same text twice is announced twice. `isLate`: the person has gone on
 * meanwhile, so it leaves the focus where it is.
 */
export function StatusLine({ said }: { said: { text: string; isLate?: boolean } | null }) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (!said || said.isLate) return;
    line.current?.focus({ preventScroll: true });
    // This line says more than the write itself.
    silence();
  }, [said]);
  return (
    <Line role="status" tabIndex={-1} ref={line}>
      {said?.text}
    </Line>
  );
}
