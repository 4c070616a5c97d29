// Resolves edit conflicts: shows both versions of each field side by side, and the person chooses one.
import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { announce, silence } from '../../words/announce.ts';
import { t } from '../../words/t.ts';
import { Button } from '../button.tsx';

const Box = chakra('section', {
  base: {
    bg: 'warn.subtle',
    color: 'warn',
    rounded: 'lg',
    p: '4',
    display: 'grid',
    gap: '4',
    // Room for its focus ring.
    '& h2': { fontWeight: '700', fontSize: 'lg', mb: '2' },
    '& h3': { fontWeight: '700' },
    '& dl': {
      display: 'grid',
      gap: '1.5',
      my: '2',
      '& div': { bg: 'bg.panel', color: 'fg', rounded: 'md', px: '3', py: '2' },
      '& dt': { fontSize: 'sm', color: 'fg.muted' },
      '& dd': { whiteSpace: 'pre-line', overflowWrap: 'anywhere' },
    },
    '& .ways': { display: 'flex', flexWrap: 'wrap', gap: '2' },
  },
});

/** Fields that are decided together, and the words of each version; empty where a field is. */
export type Conflict<Key> = { name: string; keys: readonly Key[]; mine: string; theirs: string };

/** `isAwaited`: saving led to them. Others come while someone types, and leave the focus where it is. */
export function Conflicts<Key extends string>({
  conflicts,
  isAwaited = true,
  onChoose,
}: {
  conflicts: readonly Conflict<Key>[];
  isAwaited?: boolean;
  onChoose: (keys: readonly Key[], choice: 'mine' | 'theirs') => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isAwaited && document.activeElement?.closest('form, dialog'))
      announce(t('This has changed in the meantime'));
    else {
      heading.current?.focus();
      silence();
    }
  }, [isAwaited]);
  const choose = (keys: readonly Key[], choice: 'mine' | 'theirs') => {
    const form = heading.current?.closest('form');
    // Saving is disabled until then.
    flushSync(() => onChoose(keys, choice));
    if (conflicts.length === 1) form?.querySelector<HTMLElement>('[type=submit]')?.focus();
  };
  return (
    <Box aria-labelledby="conflicts">
      <div>
        <h2 id="conflicts" tabIndex={-1} ref={heading}>
          {t('This has changed in the meantime')}
        </h2>
        <p>{t('Nothing is lost. Choose which to keep, then save.')}</p>
      </div>
      {conflicts.map(({ name, keys, mine, theirs }) => (
        <div key={name}>
          <h3>{name}</h3>
          <dl>
            <div>
              <dt>{t('Your change')}</dt>
              <dd>{mine || t('Empty')}</dd>
            </div>
            <div>
              <dt>{t('Saved now')}</dt>
              <dd>{theirs || t('Empty')}</dd>
            </div>
          </dl>
          <div className="ways">
            <Button
              look="outline"
              onClick={() => choose(keys, 'mine')}
              aria-label={t('Keep mine: {name}', { name })}
            >
              {t('Keep mine')}
            </Button>
            <Button
              look="outline"
              onClick={() => choose(keys, 'theirs')}
              aria-label={t('Use the saved one: {name}', { name })}
            >
              {t('Use the saved one')}
            </Button>
          </div>
        </div>
      ))}
    </Box>
  );
}
