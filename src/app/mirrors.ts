// Keeps what localStorage mirrors of the person signed in true to what the server says of them: SPEC's stored user, and
// how they want dates written.
import { useEffect, useRef } from 'react';
import useSWR from 'swr';
import type { Profile, Settings } from '../contract/me.ts';
import { keepDisplay } from './data/display.ts';
import { useWaiting, write } from './data/outbox.ts';
import { adoptProfile } from './data/session.ts';
import { read } from './data/warm.ts';
import { deviceZone } from './format/use-viewer.ts';

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
  // A new account takes the zone of the first device: mails and quiet hours follow it.
  const isTold = useRef(false);
  useEffect(() => {
    if (settings?.timeZone !== unknownZone || deviceZone() === unknownZone || isTold.current) return;
    isTold.current = true;
    const tell = async () => {
      const sent = await write({
        call: 'PATCH /api/users/me/settings',
        params: undefined,
        body: { version: settings.version, timeZone: deviceZone() },
        subject: 'settings',
        title: 'Your time zone',
      });
      if (sent.kind !== 'refused' || sent.code !== 'stale_version') return;
      // A new person confirms their address at the same moment: try again from the newer version.
      isTold.current = false;
      await mutate();
    };
    void tell().catch(() => {});
  }, [settings, mutate]);
}
