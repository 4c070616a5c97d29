// One event, complete: its hero, its status, the main action, the facts, and the description.

import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import type { PublicEvent } from '../../../contract/events/events.ts';
import { activityText } from '../../format/words/activity.ts';
import { kindName, levelName } from '../../format/words/vocabulary.ts';
import { Hero } from '../../ui/page/hero.tsx';
import { useLoadedImage } from '../../ui/pictures/use-loaded-image.ts';
import { RichText } from '../../ui/rich-text.tsx';
import { ShareButton } from '../../ui/share-button.tsx';
import { t } from '../../words/t.ts';
import { EventFacts } from './event-facts.tsx';
import { StatusBanner } from './status-banner.tsx';

const roomy = '@container (min-width: 56rem)';

const Page = chakra('article', {
  base: {
    w: 'full',
    maxW: '80rem',
    mx: { base: 'auto', lg: '0' },
    pb: '10',
    containerType: 'inline-size',
    '& > img': { w: 'full', maxH: '24rem', aspectRatio: '16/9', objectFit: 'cover' },
  },
});
// A container query, because the event may be beside a list: facts on the left, the action and the text on
// the right.
const Parts = chakra('div', {
  base: {
    [roomy]: {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 26rem)',
      gridTemplateRows: 'auto auto 1fr',
      columnGap: '6',
      '& > ul': { gridColumn: '1', gridRow: '1 / span 3' },
      '& > section': { gridColumn: '2', gridRow: '3', ps: '0' },
      '& > [data-people]': { gridRow: '2', me: '8', px: '0' },
      // For those who run it the replies come first, in the page's order, too.
      '& > [data-people]:has(~ [data-action])': { gridRow: '1' },
      '& > [data-people] ~ [data-action]': { gridRow: '2' },
      '& > [data-action]': {
        gridColumn: '2',
        gridRow: '1',
        alignSelf: 'start',
        mt: '5',
        me: '8',
        px: '5',
        py: '4',
        borderWidth: '1px',
        rounded: 'lg',
      },
    },
  },
});
const Status = chakra('div', { base: { '&:not(:empty)': { px: { base: '4', sm: '5', lg: '8' }, py: '1' } } });
const About = chakra('section', {
  base: {
    px: { base: '4', sm: '5', lg: '8' },
    pt: '5',
  },
});

/**
 * `status`: messages and tools of those who run it. `action`: the viewer's main action. `people`: the
 * attendees that the viewer may see, first where `isRun` by the viewer. `isMain`: this is the page; otherwise the event is beside a list.
 */
export function EventView({
  event,
  status,
  action,
  people,
  isRun = false,
  onlineUrl = null,
  isMain = true,
}: {
  event: PublicEvent;
  status?: ReactNode;
  action: ReactNode;
  people?: ReactNode;
  isRun?: boolean;
  onlineUrl?: string | null;
  isMain?: boolean;
}) {
  const { activities: played, kind, level, name, eventStatus } = event;
  const activity = played[0];
  const image = useLoadedImage(event.image);
  const eyebrow = [kindName(kind), activityText(played), level && levelName(level)];
  return (
    <Page>
      <Hero
        activity={activity}
        eyebrow={eyebrow.filter(Boolean).join(' · ')}
        title={eventStatus === 'EventCancelled' ? <s>{name}</s> : name}
        tools={<ShareButton title={name} path={`/events/public/${event.id}`} />}
        isMain={isMain}
      />
      <StatusBanner event={event} />
      {image.src ? <img {...image} alt="" /> : null}
      {status ? <Status>{status}</Status> : null}
      <Parts>
        {isRun ? people : action}
        {isRun ? action : people}
        <EventFacts event={event} onlineUrl={onlineUrl} />
        {event.descriptionBlocks.length > 0 ? (
          <About>
            <h2 className="sr">{t('About')}</h2>
            <RichText blocks={event.descriptionBlocks} />
          </About>
        ) : null}
      </Parts>
    </Page>
  );
}
