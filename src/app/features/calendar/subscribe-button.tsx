// Opens the sheet with which other calendars follow this one; its code comes with the first tap.
import { chakra } from '@chakra-ui/react/styled-system';
import { lazy, Suspense, useState } from 'react';
import { useSession } from '../../data/session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';

const NewFeedSheet = lazy(async () => ({
  default: (await import('../../entities/new-feed-sheet.tsx')).NewFeedSheet,
}));

export function SubscribeButton() {
  const { user } = useSession();
  const isCoach = user?.type === 'coach';
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        look="outline"
        px={isCoach ? { base: '3', sm: '4' } : '4'}
        aria-label="Subscribe"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="calendar-plus" size={18} />
        {/* A coach has one button more, and a phone no room for words on all of them. */}
        <chakra.span display={isCoach ? { base: 'none', sm: 'inline' } : 'inline'}>Subscribe</chakra.span>
      </Button>
      <Suspense fallback={null}>
        {isOpen ? <NewFeedSheet isCoach={isCoach} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </>
  );
}
