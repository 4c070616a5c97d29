// What statistics are chosen by, and their files. On a phone behind a button, because the figures are what one comes for.
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { t } from '../../words/t.ts';
import { FileLink } from './file-link.tsx';
import { type Period, PeriodForm } from './period-form.tsx';

const Frame = chakra('div', {
  base: {
    mb: '4',
    '& .tools': {
      display: 'grid',
      gap: '3',
      lg: { display: 'flex', flexWrap: 'wrap', alignItems: 'end' },
    },
    lgDown: {
      '& button + .tools': { mt: '3' },
      '& button[aria-expanded=false] + .tools': { display: 'none' },
    },
    '& > button': { lg: { display: 'none' } },
    '& .files': { display: 'flex', flexWrap: 'wrap', gap: '2' },
    '@media print': { display: 'none' },
  },
});

/** `shown`: the days that the page shows; without figures only they can be chosen. `csv`: the address of the file. */
export function StatisticsTools({
  shown,
  isEmpty,
  csv,
  children,
}: {
  shown: Period;
  isEmpty: boolean;
  csv: string | null;
  children: ReactNode;
}) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <Frame>
      {isEmpty ? null : (
        <Button
          look="outline"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen((before) => !before)}
        >
          <Icon name="list-filter" size={18} />
          {t('Filters and export')}
        </Button>
      )}
      <div id={id} className="tools">
        <PeriodForm shown={shown} />
        {isEmpty ? null : (
          <>
            {children}
            <div className="files">
              {csv === null ? null : <FileLink address={csv}>{t('CSV')}</FileLink>}
              <Button look="outline" onClick={() => print()}>
                {t('Print')}
              </Button>
            </div>
          </>
        )}
      </div>
    </Frame>
  );
}
