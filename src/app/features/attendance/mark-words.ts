// The words, icons and keys of the attendance list. Pure.
import type { MarkedPerson } from '../../data/outbox/marks.ts';
import type { Viewer } from '../../format/use-viewer.ts';
import { savedTime } from '../../format/when.ts';
import { type Status, statusText } from '../../format/words/mark.ts';
import type { ChromeIconName } from '../../ui/icons/chrome-icons.ts';
import { t } from '../../words/t.ts';

export const statuses: readonly Status[] = ['present', 'late', 'excused', 'absent'];

export const statusIcons: Record<Status, ChromeIconName> = {
  present: 'check',
  late: 'clock',
  excused: 'calendar-off',
  absent: 'user-x',
};

/** The key that marks someone in the list: the first letter of the word. */
export const keyOf = (status: Status): string => statusText(status).slice(0, 1).toLowerCase();

/** `by Jan · 18:04`, of a mark that someone else made; null for one's own and without a mark. */
export function markedByText(
  { status, source, markedBy, occurredAt, queued }: MarkedPerson,
  me: string | undefined,
  viewer: Viewer,
): string | null {
  if (status === null || occurredAt === null || queued !== null || viewer.now === null) return null;
  if (source !== 'selfQr' && (markedBy === null || markedBy.id === me)) return null;
  const time = savedTime(Date.parse(occurredAt), viewer.timeZone ?? 'UTC', viewer.locale, viewer.now);
  return source === 'selfQr'
    ? t('checked in by phone · {time}', { time })
    : t('by {name} · {time}', { name: markedBy?.name ?? '', time });
}
