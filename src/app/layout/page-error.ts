// Errors that carry the status code of the error page.
import { t } from '../words/t.ts';

/** An error with the status code that the error page shows. */
export class PageError extends Error {
  readonly statusCode: number;

  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

/** The unknown route of docs/product.md, "Layouts and error pages". */
export function pageNotFound(path: string): PageError {
  return new PageError(404, t('Page not found: {path}', { path }));
}
