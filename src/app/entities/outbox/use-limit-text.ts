// When queued writes are sent that wait for the end of a daily limit.
import type { QueuedWrite } from '../../../offline/outbox.ts';
import { isLimited } from '../../../offline/send-queue.ts';
import { useBrowserZone, useNow, useViewer } from '../../format/use-viewer.ts';
import { clockTime, dayIn } from '../../format/when.ts';
import { t } from '../../words/t.ts';

/** Null where none of the rows waits for that. The limits are of UTC days, so they may also end on the same day. */
export function useLimitText(rows: readonly QueuedWrite[]): string | null {
  const { locale } = useViewer();
  const zone = useBrowserZone();
  const now = useNow();
  const limited = rows.find((row) => isLimited(row, now));
  if (!limited || zone === null || now === null) return null;
  const at = new Date(limited.notBefore).toISOString();
  return dayIn(zone, at) === dayIn(zone, now)
    ? t("You've reached the limit for today. We'll send this at {time}.", {
        time: clockTime(at, zone, locale),
      })
    : t("You've reached the limit for today. We'll send this tomorrow.");
}
