// Catches errors of screens. The code of the error page is loaded when the browser is idle, or when it is
// needed. If it does not load either, that counts as a failed chunk like any other.
import { Component, lazy, type ReactNode, Suspense } from 'react';
import { isChunkLoadError } from '../pwa/chunk-guard.ts';
import { LoadingScreen } from '../ui/page/loading-screen.tsx';
import { RecoveryScreen } from './recovery-screen.tsx';

/** The error page is prefetched after the page has been idle for this time. */
const restMs = 3000;

const loadErrorScreen = () => import('./error-screen.tsx');
const ErrorScreen = lazy(async () => ({ default: (await loadErrorScreen()).ErrorScreen }));

/** The error page of docs/product.md, "Layouts and error pages". */
export function ErrorPage({ error }: { error: unknown }) {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <ErrorScreen error={error} />
    </Suspense>
  );
}

/** `isOutermost`: it leaves errors outside of React to the inner boundary. */
type BoundaryProps = { children: ReactNode; resetKey: string; isOutermost?: boolean };

/**
 * Replaces a screen by the error page after its error, or any unhandled one, until the person navigates
 * elsewhere.
 */
export class ErrorBoundary extends Component<BoundaryProps, { error: unknown; failed: boolean }> {
  override state = { error: null as unknown, failed: false };

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true };
  }

  #fail = (error: unknown) => this.setState({ error, failed: true });
  #onError = (event: ErrorEvent) => {
    // Failed resources and benign ResizeObserver notices have no `error`.
    if (event.error) this.#fail(event.error);
  };
  #onRejection = (event: PromiseRejectionEvent) => this.#fail(event.reason);

  #timer: ReturnType<typeof setTimeout> | undefined;

  override componentDidMount() {
    if (this.props.isOutermost) return;
    this.#timer = setTimeout(() => void loadErrorScreen().catch(() => {}), restMs);
    addEventListener('error', this.#onError);
    addEventListener('unhandledrejection', this.#onRejection);
  }

  override componentDidUpdate(before: BoundaryProps) {
    if (before.resetKey !== this.props.resetKey && this.state.failed)
      this.setState({ error: null, failed: false });
  }

  override componentWillUnmount() {
    clearTimeout(this.#timer);
    removeEventListener('error', this.#onError);
    removeEventListener('unhandledrejection', this.#onRejection);
  }

  override render() {
    const { failed, error } = this.state;
    if (!failed) return this.props.children;
    return isChunkLoadError(error) ? <RecoveryScreen /> : <ErrorPage error={error} />;
  }
}
