// The whole page as one component, without its router and without any browser global, so that a server can draw it too.
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { useLocation } from 'react-router';
import { SWRConfig, type SWRConfiguration } from 'swr';
import { ApiError } from './data/problem.ts';
import { ErrorBoundary } from './features/shell/error-screen.tsx';
import { AppRoutes } from './routes.tsx';
import { system } from './theme/system.ts';

const swr: SWRConfiguration = {
  dedupingInterval: 5000,
  focusThrottleInterval: 30_000,
  errorRetryCount: 3,
  // What the server refused stays refused; only a missing answer is worth asking for again.
  shouldRetryOnError: (error: unknown) => !(error instanceof ApiError) || error.status >= 500,
};

export function App() {
  return (
    <ChakraProvider value={system}>
      <SWRConfig value={swr}>
        <ErrorBoundary resetKey={useLocation().key}>
          <AppRoutes />
        </ErrorBoundary>
      </SWRConfig>
    </ChakraProvider>
  );
}
