// The global scope, typed as that of a service worker.

declare const self: ServiceWorkerGlobalScope;
export const worker = self;
