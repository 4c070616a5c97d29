// Says that a match is no longer in the calendar that its team follows; those who run it decide whether to
// cancel.
import { chakra } from '@chakra-ui/react/styled-system';
import { lazy, Suspense, useState } from 'react';
import type { MyEvent } from '../../../../contract/events/events.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { t } from '../../../words/t.ts';

const CancelSheet = lazy(async () => ({ default: (await import('./cancel-sheet.tsx')).CancelSheet }));

const Box = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '2.5',
    px: '3.5',
    py: '2.5',
    mb: '2.5',
    rounded: 'md',
    bg: 'warn.subtle',
    color: 'warn',
    fontSize: 'sm',
    '& > .icon': { flexShrink: '0' },
    '& > p': { flex: '1 1 14rem' },
  },
});

/** `host`: the host name of the calendar. */
export function GoneNotice({
  event,
  host,
  onCancelled,
}: {
  event: MyEvent;
  host: string;
  onCancelled: () => void;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Box>
      <Icon name="circle-alert" size={18} />
      <p>
        {t('{host} no longer has this match, or lists it as cancelled. It stays here until you cancel it.', {
          host,
        })}
      </p>
      <Button look="outline" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('Cancel the event')}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <CancelSheet event={event} onCancelled={onCancelled} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </Box>
  );
}
