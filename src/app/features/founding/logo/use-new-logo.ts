// The logo of a group that is being created: cut out on the device, and sent once the group exists. It is not part of the
// draft that the device keeps.
import { useState } from 'react';
import { failureText } from '../../../data/forms/use-action.ts';
import { callApi } from '../../../data/http/call.ts';
import { logoCalls } from './logo-calls.ts';

/** What became of a logo: its address, and what to say where it could not be saved. */
type Sent = { logo: string | null; said: string };

export function useNewLogo(scope: keyof typeof logoCalls) {
  const [chosen, setChosen] = useState<{ square: Blob; shown: string } | null>(null);
  return {
    shown: chosen?.shown ?? null,
    choose: async (square: Blob) => setChosen({ square, shown: await dataUrlOf(square) }),
    remove: async () => setChosen(null),
    /** Sends it for the group that was created. */
    send: async (id: string): Promise<Sent> => {
      if (chosen === null) return { logo: null, said: '' };
      try {
        const { logo } = await callApi(logoCalls[scope].set, { params: { id }, body: chosen.square });
        return { logo, said: '' };
      } catch (error) {
        return { logo: null, said: ` Its logo is missing: ${failureText(error)}` };
      }
    },
  };
}

function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
