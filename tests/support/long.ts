/** Whether this is `npm run test:long`, which lives through random histories by the thousand; the gate lives through some. */
export const isLong = import.meta.env.MODE === 'long';
