/** Whether this is `npm run test:long`, which runs thousands of random histories; the gate runs some. */
export const isLong = import.meta.env.MODE === 'long';
