/**
 * Runs work while holding a Web Lock, so that one tab at a time does it. Runs it without a lock if the browser has no
 * Web Locks or denies them, as when site data are blocked.
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
