/**
 * Runs work while holding a Web Lock, so that one tab at a time does it. Where locks are missing, or denied as in a browser
 * that lets no site keep anything, it runs without one.
 */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  let hasStarted = false;
  try {
    if (navigator.locks)
      return await navigator.locks.request(name, () => {
        hasStarted = true;
        return work();
      });
  } catch (error) {
    if (hasStarted) throw error;
  }
  return work();
}
