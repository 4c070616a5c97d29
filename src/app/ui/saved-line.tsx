// When what is shown was saved on this device, while the server cannot be asked again.
import { useOnline } from '../data/connectivity.ts';
import { UnreachableError } from '../data/problem.ts';
import { useBrowserZone, useViewer } from '../format/use-viewer.ts';
import { clockTime, dayIn, shortDay } from '../format/when.ts';
import { Notice } from './notice.tsx';

/** `error` is why the server could not be asked. Nothing for answers of now. */
export function SavedLine({ savedAt, error }: { savedAt: number | null; error: Error | undefined }) {
  const isOnline = useOnline();
  const { locale } = useViewer();
  const zone = useBrowserZone() ?? 'UTC';
  if (!error && (isOnline || savedAt === null)) return null;
  const why = !isOnline || error instanceof UnreachableError ? 'offline' : 'could not be refreshed';
  if (savedAt === null)
    return <Notice icon="cloud-off">You see what was loaded before; it could not be refreshed.</Notice>;
  const at = new Date(savedAt).toISOString();
  const day = dayIn(zone, savedAt) === dayIn(zone, Date.now()) ? '' : `${shortDay(at, zone, locale)}, `;
  return (
    <Notice icon="cloud-off">
      Saved {day}
      {clockTime(at, zone, locale)} · {why}
    </Notice>
  );
}
