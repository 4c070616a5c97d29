// The entries of the week: blocks by the clock, and stripes for events of several days.
import { memo } from 'react';
import { clockTime } from '../../../format/when.ts';
import { t } from '../../../words/t.ts';
import { type Entry, entryLabels } from '../entries.ts';
import { type TeamBook, teamOf } from '../teams.ts';
import type { Zone } from '../view.ts';
import type { Block, Stripe } from './week-layout.ts';

type Placed = { teams: TeamBook; zone: Zone; clashes: ReadonlySet<string>; isDesk: boolean };
const classOf = (entry: Entry, { teams, clashes }: Placed) =>
  `${teamOf(entry, teams).look.slot} ${entry.isOff ? 'off' : entry.mine}${clashes.has(entry.id) ? ' clash' : ''}`;
/** The desk moves events itself, so native dragging is off. */
const dragOf = ({ isDesk }: Placed) => (isDesk ? { draggable: false } : {});

/**
 * The name of a link for screen readers: its words, and what its look says. Not as a hidden element: in a full week each press
 * of a pointer would visit hundreds of them.
 */
function nameOf(entry: Entry, shown: string, { teams, zone, clashes }: Placed): string {
  const words = [
    shown,
    teamOf(entry, teams).name,
    ...entryLabels(entry, zone.now).map(({ label }) => label),
    clashes.has(entry.id) ? t('Overlaps another event') : null,
  ];
  return words.filter(Boolean).join(', ');
}

export const StripeItem = memo(function StripeItem({ stripe, ...placed }: { stripe: Stripe } & Placed) {
  const { entry, from, to, row } = stripe;
  return (
    <li data-row={entry.id} style={{ gridColumn: `${from + 2} / ${to + 3}`, gridRow: row + 1 }}>
      <a
        href={`/my/events/${entry.eventId}`}
        className={classOf(entry, placed)}
        aria-label={nameOf(entry, entry.name, placed)}
        {...dragOf(placed)}
      >
        <b>{entry.name}</b>
      </a>
    </li>
  );
});

export const BlockItem = memo(function BlockItem({ block, ...placed }: { block: Block } & Placed) {
  const { entry, top, bottom, lane, lanes } = block;
  const { timeZone, locale } = placed.zone;
  const style = {
    '--top': top / 1440,
    '--length': (bottom - top) / 1440,
    '--lane': lane / lanes,
    '--width': 1 / lanes,
  } as React.CSSProperties;
  const times = `${clockTime(entry.startsAt, timeZone, locale)}–${clockTime(entry.endsAt, timeZone, locale)}`;
  return (
    <li style={style} data-row={entry.id} data-part={block.part}>
      <a
        href={`/my/events/${entry.eventId}`}
        className={`${classOf(entry, placed)}${lanes === 1 ? ' alone' : ''}`}
        title={entry.name}
        aria-label={nameOf(entry, `${entry.name} ${times}`, placed)}
        {...dragOf(placed)}
      >
        <span className="text">
          <b>{entry.name}</b> <span className="when">{times}</span>
        </span>
        {placed.isDesk && entry.canEdit && !entry.isOff ? <span className="edge" aria-hidden="true" /> : null}
      </a>
    </li>
  );
});
