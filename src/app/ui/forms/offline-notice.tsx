// Says in a form, before anything is pressed, why there is no connection, and the consequence for the form.
import { useConnectivity } from '../../data/http/connectivity.ts';
import { connectionText } from '../../format/words/connection.ts';
import { Notice } from '../notice.tsx';

/** `children`: the consequence, in sentences of their own. */
export function OfflineNotice({ children }: { children: string }) {
  const why = connectionText(useConnectivity());
  return why && <Notice icon="cloud-off">{`${why} ${children}`}</Notice>;
}
