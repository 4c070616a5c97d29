// The one way to the error page (docs/product.md, "Layouts and error pages"): the app's error hook, and the page's payload, which
// keeps the error.
import type { HydrationData } from '../data/resources/render-data.ts';
import { createTopic } from '../data/topic.ts';

/** What came with the page's HTML, and the error that the error page shows; null while there is none. */
export const payload: { hydrationData: HydrationData | null; error: unknown } = {
  hydrationData: null,
  error: null,
};

const errors = createTopic<[unknown]>();

/** Reports an error of a screen, an unhandled one, or one of mounting the app. */
export function callErrorHook(error: unknown): void {
  payload.error = error;
  errors.emit(error);
}

/** Subscribes to the errors of the hook. Returns a function that unsubscribes. */
export const onPageError = errors.on;

/** Call when the person leaves the error page. */
export function clearPageError(): void {
  payload.error = null;
}
