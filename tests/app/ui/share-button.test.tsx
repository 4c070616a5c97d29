// What a share button says after it has copied the link.
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { system } from '../../../src/app/theme/system.ts';
import { ShareButton } from '../../../src/app/ui/share-button.tsx';

afterEach(() => void vi.useRealTimers());

it('says for four seconds that the link is copied, and leaves no timer behind', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { clipboard: { writeText: async () => {} } });
  const { unmount } = render(
    <ChakraProvider value={system}>
      <ShareButton title="Training" path="/events/1" />
    </ChakraProvider>,
  );
  const share = () => act(async () => void fireEvent.click(screen.getByLabelText('Share')));
  await share();
  act(() => void vi.advanceTimersByTime(3000));
  await share();
  act(() => void vi.advanceTimersByTime(3000));
  expect(screen.queryByText('Link copied')).not.toBeNull();
  act(() => void vi.advanceTimersByTime(1000));
  expect(screen.queryByText('Link copied')).toBeNull();
  await share();
  const before = vi.getTimerCount();
  unmount();
  expect(before - vi.getTimerCount()).toBe(1);
});
