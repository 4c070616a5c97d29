// Opens the sheet with which other calendars follow this one; its code comes with the first tap.
import { lazy, Suspense, useState } from 'react';
import { useSession } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';

const NewFeedSheet = lazy(async () => ({
  default: (await import('../../cards/new-feed-sheet.tsx')).NewFeedSheet,
}));

export function SubscribeButton() {
  const { user } = useSession();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="outline" px="4" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="calendar-plus" size={18} />
        Subscribe
      </Button>
      <Suspense fallback={null}>
        {isOpen ? <NewFeedSheet isCoach={user?.type === 'coach'} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </>
  );
}
