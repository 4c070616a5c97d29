// The logo of a new group: cropped on the device, and sent once the group exists. It is not part of the draft
// on the device.
import { useState } from 'react';
import { failureText } from '../../../data/forms/use-action.ts';
import { callApi } from '../../../data/http/call.ts';
import { t } from '../../../words/t.ts';
import { logoCalls } from './logo-calls.ts';

/** The result: the logo's URL, and a sentence where it could not be saved. */
type Sent = { logo: string | null; said: string };

export function useNewLogo(scope: keyof typeof logoCalls) {
  const [chosen, setChosen] = useState<{ square: Blob; shown: string } | null>(null);
  return {
    shown: chosen?.shown ?? null,
    choose: async (square: Blob) => setChosen({ square, shown: await dataUrlOf(square) }),
    remove: async () => setChosen(null),
    /** Sends the logo for the created group. */
    send: async (id: string): Promise<Sent> => {
      if (chosen === null) return { logo: null, said: '' };
      try {
        const { logo } = await callApi(logoCalls[scope].set, { params: { id }, body: chosen.square });
        return { logo, said: '' };
      } catch (error) {
        return {
          logo: null,
          said: ` ${t('Its logo is missing: {failure}', { failure: failureText(error) })}`,
        };
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
