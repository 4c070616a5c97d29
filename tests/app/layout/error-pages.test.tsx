// The pages that replace all screens after an error take the focus from what is gone.
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ErrorScreen } from '../../../src/app/layout/error-screen.tsx';
import { RecoveryScreen } from '../../../src/app/layout/recovery-screen.tsx';
import { takeReload } from '../../../src/app/pwa/chunk-guard.ts';
import { system } from '../../../src/app/theme/system.ts';

test.each([
  { name: 'Internal Server Error', page: <ErrorScreen error={new Error('a bug')} /> },
  { name: "This page didn't load", page: <RecoveryScreen /> },
])('the title of "$name" is its h1 and has the focus', async ({ name, page }) => {
  // The recovery screen reloads once before it shows.
  takeReload();
  render(<ChakraProvider value={system}>{page}</ChakraProvider>);
  const title = await screen.findByRole('heading', { level: 1, name });
  expect(document.activeElement).toBe(title);
});
