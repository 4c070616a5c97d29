// The codes that people scan, made on the device from the saved key, as the server checks them.
import { useEffect, useState } from 'react';
import { onClockChange, serverNow } from '../../../data/http/clock.ts';
import { useStore } from '../../../data/use-store.ts';

const macBytes = 16;

/** `key`: base64url. The code of a step, as the contract of `GET /api/events/{id}/check-in-key` has it. */
export async function makeCode(key: string, step: number): Promise<string> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const secret = await crypto.subtle.importKey('raw', bytesOf(key), hmac, false, ['sign']);
  const mac = await crypto.subtle.sign('HMAC', secret, new TextEncoder().encode(String(step)));
  return `${step}.${textOf(new Uint8Array(mac, 0, macBytes))}`;
}

const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
const textOf = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const seconds = {
  get: () => Math.floor(serverNow() / 1000),
  subscribe(listener: () => void) {
    const timer = setInterval(listener, 250);
    const stop = onClockChange(listener);
    return () => {
      clearInterval(timer);
      stop();
    };
  },
};

/** The server's time in whole seconds, or in steps of as many. */
export const useSteps = (stepSeconds: number): number =>
  useStore(seconds, (second) => Math.floor(second / stepSeconds), 0);

/** The current code; null until it is computed. The server still accepts the previous one meanwhile. */
export function useCode({ key, stepSeconds }: { key: string; stepSeconds: number }): string | null {
  const step = useSteps(stepSeconds);
  const [code, setCode] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void makeCode(key, step).then((made) => {
      if (isCurrent) setCode(made);
    });
    return () => {
      isCurrent = false;
    };
  }, [key, step]);
  return code;
}
