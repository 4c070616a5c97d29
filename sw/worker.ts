// The worker's global scope, by its type.

declare const self: ServiceWorkerGlobalScope;
export const worker = self;
