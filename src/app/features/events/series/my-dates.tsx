// Dates of a series as rows with my reply to each.
import type { SeriesDate } from '../../../../contract/events/series.ts';
import { ReplyRow } from '../../../entities/events/reply-row.tsx';
import type { Viewer } from '../../../format/use-viewer.ts';

export function MyDates({ dates, viewer }: { dates: readonly SeriesDate[]; viewer: Viewer }) {
  return dates.map((date) => <ReplyRow key={date.id} event={date} viewer={viewer} base="/events/" />);
}
