// Pages of events, grouped by day. Pages far from the viewport are unmounted, so that a list of any length
// stays fast.
import { chakra } from '@chakra-ui/react/styled-system';
import { memo, useEffect, useRef, useState } from 'react';
import type { ListedEvent } from '../../../contract/events/explore.ts';
import { EventRow } from '../../entities/events/event-card.tsx';
import { cardLook, laterRows, listLook } from '../../entities/lists/card-list.tsx';
import type { Viewer } from '../../format/use-viewer.ts';
import { dayHeading, dayIn } from '../../format/when.ts';

// One style for the lists of all days: Chakra computes styles on each render of an element, and a page has
// many days.
const Pages = chakra('div', {
  base: {
    ...cardLook,
    '& .cards': listLook,
    '& .later': laterRows,
    // Within one day, from one page to the next.
    '& .continued': { pt: '2.5' },
    '& h2': {
      position: 'sticky',
      top: '0',
      zIndex: '1',
      bg: 'bg',
      display: 'flex',
      alignItems: 'baseline',
      // "Wednesday 30 September" is wider than a phone in large text.
      flexWrap: 'wrap',
      columnGap: '2',
      fontSize: 'md',
      fontWeight: '700',
      pt: '4',
      pb: '2',
    },
    '& h2 span': { fontSize: 'sm', fontWeight: '600', color: 'fg.muted' },
  },
});

type Day = { key: string; isContinued: boolean; events: ListedEvent[] };

/**
 * Groups neighbours of the same day, each in the zone of its event. `before`: the last event of the previous
 * page.
 */
export function daysOf(events: readonly ListedEvent[], before: ListedEvent | undefined): Day[] {
  const days: Day[] = [];
  let last = before && dayIn(before.timeZone, before.startsAt);
  for (const event of events) {
    const key = dayIn(event.timeZone, event.startsAt);
    const day = days.at(-1);
    if (day?.key === key) day.events.push(event);
    else days.push({ key, isContinued: key === last, events: [event] });
    last = key;
  }
  return days;
}

type Shared = {
  viewer: Viewer;
  /** The path of an event is this followed by its id. */
  base: string;
  chosenId: string | undefined;
  isByDay: boolean;
};

/** From this many pages on, pages far from the viewport are unmounted. */
const manyPages = 25;

export function EventPages({
  pages,
  ...shared
}: Shared & { pages: readonly { items: readonly ListedEvent[] }[] }) {
  return (
    <Pages>
      {pages.map(({ items }, index) => (
        <EventPage
          key={items[0]?.id ?? index}
          events={items}
          before={pages[index - 1]?.items.at(-1)}
          canUnmount={pages.length > manyPages}
          {...shared}
        />
      ))}
    </Pages>
  );
}

type PageProps = Shared & {
  events: readonly ListedEvent[];
  before: ListedEvent | undefined;
  canUnmount: boolean;
};

const EventPage = memo(function EventPage({ events, before, canUnmount, ...shared }: PageProps) {
  const box = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState<number | null>(null);
  useEffect(() => {
    if (!canUnmount || !box.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        // A hidden list has no height, and stays as it is.
        if (entry && (entry.isIntersecting || entry.boundingClientRect.height > 0))
          setHeight(entry.isIntersecting ? null : entry.boundingClientRect.height);
      },
      { rootMargin: '4000px 0px', root: box.current.closest('[data-scroller]') },
    );
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [canUnmount]);
  const isUnmounted = canUnmount && height !== null;
  return (
    <div ref={box} style={isUnmounted ? { height } : undefined}>
      {isUnmounted ? null : <Days events={events} before={before} {...shared} />}
    </div>
  );
});

function Days({ events, before, viewer, base, chosenId, isByDay }: Omit<PageProps, 'canUnmount'>) {
  const days = isByDay ? daysOf(events, before) : [{ key: 'all', isContinued: true, events: [...events] }];
  return days.map(({ key, isContinued, events: ofDay }) => (
    <section key={key} className={isContinued ? 'continued' : undefined}>
      {isContinued ? null : <DayHeading event={ofDay[0]} viewer={viewer} />}
      <ul className={before ? 'cards later' : 'cards'}>
        {ofDay.map((event) => (
          <EventRow
            key={event.id}
            event={event}
            to={base + event.id}
            viewer={viewer}
            isChosen={event.id === chosenId}
            isUnderDay={isByDay}
            furtherDates={event.furtherDates}
          />
        ))}
      </ul>
    </section>
  ));
}

function DayHeading({ event, viewer }: { event: ListedEvent | undefined; viewer: Viewer }) {
  if (!event) return null;
  const { weekday, date } = dayHeading(event.startsAt, event.timeZone, viewer.locale, viewer.now);
  return (
    <h2>
      {`${weekday} `}
      <span>{date}</span>
    </h2>
  );
}
