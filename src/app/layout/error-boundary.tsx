// Where errors of screens end up. The page that says so comes when the browser has time, or when it is needed; if it does
// not come either, that is a lost chunk like any other.
import { Component, lazy, type ReactNode, Suspense } from 'react';
import { isLostChunk } from '../pwa/chunk-guard.ts';
import { LoadingScreen } from '../ui/page/loading-screen.tsx';
import { RecoveryScreen } from './recovery-screen.tsx';

/** The error page comes along once the page is at rest. */
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

/** `isOutermost`: it leaves the errors that belong to no component to the one inside. */
type BoundaryProps = { children: ReactNode; resetKey: string; isOutermost?: boolean };

/** Turns an error of a screen, and any unhandled one, into the error page until the person goes elsewhere. */
export class ErrorBoundary extends Component<BoundaryProps, { error: unknown; failed: boolean }> {
  override state = { error: null as unknown, failed: false };

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true };
  }

  #fail = (error: unknown) => this.setState({ error, failed: true });
  #onError = (event: ErrorEvent) => {
    // A resource that failed to load and benign ResizeObserver notices carry no error.
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
    return isLostChunk(error) ? <RecoveryScreen /> : <ErrorPage error={error} />;
  }
}
