// Says in a form, before anything is pressed, that there is no connection, and the consequence for the form.
import type { ReactNode } from 'react';
import { useOnline } from '../../data/http/connectivity.ts';
import { Notice } from '../notice.tsx';

export function OfflineNotice({ children }: { children: ReactNode }) {
  return useOnline() ? null : <Notice icon="cloud-off">{children}</Notice>;
}
