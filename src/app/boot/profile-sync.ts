// Keeps the localStorage mirrors of the signed-in user up to date with the server: the stored user and their display
// settings.
import { useEffect, useRef } from 'react';
import useSWR from 'swr';
import type { Profile, Settings } from '../../contract/people/me.ts';
import { callApi } from '../data/http/call.ts';
import { ApiError } from '../data/http/problem.ts';
import { readQueued } from '../data/outbox/outbox.ts';
import { useQueued } from '../data/outbox/use-outbox.ts';
import { read } from '../data/resources/prefetched-reads.ts';
import { storeDisplay, unknownZone } from '../data/session/display.ts';
import { adoptProfile } from '../data/session/profile.ts';
import { deviceZone } from '../format/use-viewer.ts';

/** Reads only if the device has no copy; other screens and writes update it. */
const once = { revalidateIfStale: false, revalidateOnFocus: false, revalidateOnReconnect: false };

export function useProfileSync(): void {
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
  const waiting = useQueued('settings')?.body as Partial<Settings> | undefined;
  const locale = waiting?.locale ?? settings?.locale;
  const chosenZone = waiting?.timeZone ?? settings?.timeZone;
  const timeZone = chosenZone === unknownZone ? deviceZone() : chosenZone;
  useEffect(() => {
    if (locale && timeZone) storeDisplay({ locale, timeZone });
  }, [locale, timeZone]);
  // A new account gets the zone of its first device, for mails and quiet hours. It is no action of the user, so it is not
  // queued in the outbox: the next start retries.
  const savedVersion = useRef<number>(undefined);
  const isWaiting = waiting !== undefined;
  useEffect(() => {
    if (settings?.timeZone !== unknownZone || deviceZone() === unknownZone) return;
    // A queued change of the settings takes precedence.
    if (isWaiting || savedVersion.current === settings.version) return;
    savedVersion.current = settings.version;
    const save = async () => {
      try {
        // Also on a device that has not read the outbox yet. Once that change is saved, the effect runs again.
        if (await readQueued('settings')) return;
        // The cached version may be stale: a previous page may have saved the zone without reading the answer.
        const current = await callApi('GET /api/users/me/settings', {});
        const body = { version: current.version, timeZone: deviceZone() };
        const isSaved = current.timeZone !== unknownZone;
        const saved = isSaved ? current : await callApi('PATCH /api/users/me/settings', { body });
        await mutate(saved, { revalidate: false });
      } catch (error) {
        // E-mail confirmation may change the settings at the same time: the effect runs again for the newer version.
        if (error instanceof ApiError && error.code === 'stale_version') await mutate();
        else console.info('The zone of this device was not saved.', error);
      }
    };
    void save();
  }, [settings, isWaiting, mutate]);
}
