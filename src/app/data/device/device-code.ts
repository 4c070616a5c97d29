// The code that keeps things on this device, loaded for people who are signed in: a visitor's first load goes without.
type Device = typeof import('./device.ts');

let device: Device | null = null;

/** Null until it was loaded. */
export const deviceNow = (): Device | null => device;

/** Loads it; null where that fails, and then nothing is kept. */
export async function loadDeviceCode(): Promise<Device | null> {
  try {
    device ??= await import('./device.ts');
  } catch (error) {
    console.warn('Nothing can be kept on this device.', error);
  }
  return device;
}
