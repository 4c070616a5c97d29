// Keeps what localStorage mirrors of the person signed in true to what the server says of them: the stored user, and
// how they want dates written.
import { useEffect, useRef } from 'react';
import useSWR from 'swr';
import type { Profile, Settings } from '../../contract/people/me.ts';
import { callApi } from '../data/http/call.ts';
import { ApiError } from '../data/http/problem.ts';
import { useWaiting } from '../data/outbox/outbox.ts';
import { read } from '../data/resources/warm.ts';
import { keepDisplay } from '../data/session/display.ts';
import { adoptProfile } from '../data/session/session.ts';
import { deviceZone } from '../format/use-viewer.ts';

/** What the server writes for someone whose zone it does not know. Who means it by choice has `Etc/UTC`. */
const unknownZone = 'UTC';

/** Asked for only where this device does not hold them; other screens and writes bring newer ones. */
const once = { revalidateIfStale: false, revalidateOnFocus: false, revalidateOnReconnect: false };

export function useMirrors(): void {
  const { data: profile } = useSWR<Profile>(
    '/api/users/me/profile',
    () => read('GET /api/users/me/profile', {}),
    once,
  );
  const { data: settings, mutate } = useSWR<Settings>(
    '/api/users/me/settings',
    () => read('GET /api/users/me/settings', {}),
    once,
  );
  useEffect(() => {
    if (profile) adoptProfile(profile);
  }, [profile]);
  const waiting = useWaiting('settings')?.body as Partial<Settings> | undefined;
  const locale = waiting?.locale ?? settings?.locale;
  const chosenZone = waiting?.timeZone ?? settings?.timeZone;
  const timeZone = chosenZone === unknownZone ? deviceZone() : chosenZone;
  useEffect(() => {
    if (locale && timeZone) keepDisplay({ locale, timeZone });
  }, [locale, timeZone]);
  // A new account takes the zone of the first device: mails and quiet hours follow it. It is nothing that the person
  // did, so it does not wait in the outbox: what fails is tried again at the next start.
  const toldVersion = useRef<number>(undefined);
  const isWaiting = waiting !== undefined;
  useEffect(() => {
    if (settings?.timeZone !== unknownZone || deviceZone() === unknownZone) return;
    // What they chose themselves and what is on its way count for more.
    if (isWaiting || toldVersion.current === settings.version) return;
    toldVersion.current = settings.version;
    const tell = async () => {
      try {
        // The cached version may be stale: a previous page may have saved the zone without reading the answer.
        const current = await callApi('GET /api/users/me/settings', {});
        const body = { version: current.version, timeZone: deviceZone() };
        const isTold = current.timeZone !== unknownZone;
        const told = isTold ? current : await callApi('PATCH /api/users/me/settings', { body });
        await mutate(told, { revalidate: false });
      } catch (error) {
        // A new person confirms their address at the same moment: the effect runs again for the newer version.
        if (error instanceof ApiError && error.code === 'stale_version') await mutate();
        else console.info('The zone of this device was not saved.', error);
      }
    };
    void tell();
  }, [settings, isWaiting, mutate]);
}
