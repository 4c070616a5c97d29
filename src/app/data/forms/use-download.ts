// Downloads a file of the API for someone who is signed in.
import type { MouseEvent } from 'react';
import { pageLanguage } from '../../words/t.ts';
import { callApi } from '../http/call.ts';
import { useAction } from './use-action.ts';

/** A link cannot send the language of the page, and the browser prefers its own. */
export const inPageLanguage = (address: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}lang=${pageLanguage().tag}`;

/** `download`: for the click on a link to `address`. `failure`: why there is no file, as text. */
export function useDownload(address: string) {
  const { failure, run } = useAction();
  // A link cannot refresh an expired session, a call can: so refresh first, then fetch the file.
  const renewFirst = async () => {
    if (await run(() => callApi('GET /api/auth/session', {}))) location.assign(inPageLanguage(address));
  };
  const download = (event: MouseEvent) => {
    event.preventDefault();
    void renewFirst();
  };
  return { failure, download };
}
