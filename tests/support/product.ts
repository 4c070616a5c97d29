// The product that the browser tests of this worker drive: each worker has its own, as tests change what is in it.
import { inject } from 'vitest';

const products = inject('products');
const own = products[Number(process.env.VITEST_POOL_ID) - 1];
if (!own) throw new Error(`There are ${products.length} products, and this is another worker's test.`);

/** Its address. */
export const productUrl = own.url;
/** Its database, for what no clock of a test can bring about. */
export const productDatabase = own.database;
