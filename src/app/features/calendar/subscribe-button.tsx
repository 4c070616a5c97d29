// Opens the sheet that creates a calendar feed; its code is loaded with the first click.
import { chakra } from '@chakra-ui/react/styled-system';
import { lazy, Suspense, useState } from 'react';
import { useSession } from '../../data/session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { t } from '../../words/t.ts';

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
        aria-label={t('Subscribe')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="calendar-plus" size={18} />
        {/* Coaches have one more button, and a phone has no room for all labels. */}
        <chakra.span display={isCoach ? { base: 'none', sm: 'inline' } : 'inline'}>
          {t('Subscribe')}
        </chakra.span>
      </Button>
      <Suspense fallback={null}>
        {isOpen ? <NewFeedSheet isCoach={isCoach} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </>
  );
}
