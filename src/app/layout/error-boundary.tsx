// Catches errors of screens. The code of the error page is loaded when the browser is idle, or when it is
// needed. If it does not load either, that counts as a failed chunk like any other.
import { Component, lazy, type ReactNode, Suspense, useEffect, useMemo } from 'react';
import { isChunkLoadError } from '../pwa/chunk-guard.ts';
import { LoadingScreen } from '../ui/page/loading-screen.tsx';
import { callErrorHook, clearPageError, onPageError, payload } from './error-hook.ts';
import { PageError, pageNotFound } from './page-error.ts';
import { RecoveryScreen } from './recovery-screen.tsx';

/** The error page is prefetched after the page has been idle for this time. */
const restMs = 3000;

const loadErrorScreen = () => import('./error-screen.tsx');
const ErrorScreen = lazy(async () => ({ default: (await loadErrorScreen()).ErrorScreen }));

/** The error page of docs/product.md, "Layouts and error pages". */
function ErrorPage({ error }: { error: unknown }) {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <ErrorScreen error={error} />
    </Suspense>
  );
}

/** The error page of an unknown path. */
export function NotFoundPage({ path }: { path: string }) {
  const error = useMemo(() => pageNotFound(path), [path]);
  useEffect(() => {
    callErrorHook(error);
    return clearPageError;
  }, [error]);
  return <ErrorPage error={error} />;
}

/** `isOutermost`: it leaves errors outside of React to the inner boundary. */
type BoundaryProps = { children: ReactNode; resetKey: string; isOutermost?: boolean };

/**
 * Replaces a screen by the error page after its error, or any that the error hook takes, until the person navigates elsewhere.
 * An error of mounting the app is there from the start.
 */
export class ErrorBoundary extends Component<BoundaryProps, { error: unknown }> {
  override state = { error: this.props.isOutermost ? null : payload.error };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('Empty error') };
  }

  #fail = (error: unknown) => {
    // An unknown path shows its page itself.
    if (!(error instanceof PageError)) this.setState(ErrorBoundary.getDerivedStateFromError(error));
  };
  #onError = (event: ErrorEvent) => {
    // Failed resources and benign ResizeObserver notices have no `error`.
    if (event.error) callErrorHook(event.error);
  };
  #onRejection = (event: PromiseRejectionEvent) => callErrorHook(event.reason);

  #timer: ReturnType<typeof setTimeout> | undefined;
  #unfollow = () => {};

  override componentDidMount() {
    if (this.props.isOutermost) return;
    this.#timer = setTimeout(() => void loadErrorScreen().catch(() => {}), restMs);
    this.#unfollow = onPageError(this.#fail);
    addEventListener('error', this.#onError);
    addEventListener('unhandledrejection', this.#onRejection);
  }

  override componentDidCatch(error: unknown) {
    callErrorHook(error);
  }

  override componentDidUpdate(before: BoundaryProps) {
    if (before.resetKey === this.props.resetKey || this.state.error === null) return;
    clearPageError();
    this.setState({ error: null });
  }

  override componentWillUnmount() {
    clearTimeout(this.#timer);
    this.#unfollow();
    removeEventListener('error', this.#onError);
    removeEventListener('unhandledrejection', this.#onRejection);
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return isChunkLoadError(error) ? <RecoveryScreen /> : <ErrorPage error={error} />;
  }
}
