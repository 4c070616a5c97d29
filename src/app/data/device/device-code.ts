// Lazy loading of device.ts for signed-in users, so that it is not part of a visitor's first load.
type Device = typeof import('./device.ts');

/** A module that is loaded once, and never changes. */
let device: Device | null = null;

/** Null until it is loaded. */
export const deviceNow = (): Device | null => device;

/** Loads it; null if that fails: then nothing is stored. */
export async function loadDeviceCode(): Promise<Device | null> {
  try {
    device ??= await import('./device.ts');
  } catch (error) {
    console.warn('Nothing can be kept on this device.', error);
  }
  return device;
}
