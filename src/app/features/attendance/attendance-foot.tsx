// The action bar at the foot of the list: add someone, undo, "Everyone else is here".

import { memo } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { footBar } from '../../ui/page/foot-bar.ts';
import { t } from '../../words/t.ts';

/** The styles of the bar, for the frame around it. */
export const footStyles = {
  '& .foot': {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '2',
    position: 'sticky',
    bottom: '0',
    py: '2.5',
    bg: 'bg',
    borderTopWidth: '1px',
    borderColor: 'border',
    '& > *': { minH: '56px', px: '3.5' },
    '& > :last-child': { flex: '1 1 min-content', px: '2', textWrap: 'balance' },
    '& > p': { display: 'grid', placeItems: 'center', fontWeight: '600', textAlign: 'center' },
    // A small phone has no room for it.
    '& .word': { display: { base: 'none', sm: 'inline' } },
    lgDown: footBar,
  },
} as const;

export type FootActions = { add: () => void; undo: () => void; markRest: () => void };

export const AttendanceFoot = memo(function AttendanceFoot({
  isLocked,
  open,
  undoes,
  actions,
}: {
  isLocked: boolean;
  /** How many are still to be marked. */
  open: number;
  /** What would be undone; null if there is nothing. */
  undoes: string | null;
  /** The same object for every render. */
  actions: FootActions;
}) {
  return (
    // Gets the focus when "Everyone else is here" has left with it (layout/keep-focus.ts).
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className="foot" data-action-bar="" role="group" aria-label={t('Attendance')} tabIndex={-1}>
      <AddButton isLocked={isLocked} actions={actions} />
      <Button
        look="outline"
        aria-disabled={undoes === null || undefined}
        aria-label={undoes === null ? t('Undo') : t('Undo: {about}', { about: undoes })}
        onClick={actions.undo}
      >
        <Icon name="undo-2" />
        <span className="word">{t('Undo')}</span>
      </Button>
      {open > 0 ? (
        <Button disabled={isLocked} onClick={actions.markRest}>
          {t('Everyone else is here · {count}', { count: open })}
        </Button>
      ) : (
        <p>{t('Everyone is marked')}</p>
      )}
    </div>
  );
});

const AddButton = memo(({ isLocked, actions }: { isLocked: boolean; actions: FootActions }) => (
  <Button
    look="outline"
    disabled={isLocked}
    aria-label={t('Add someone')}
    aria-haspopup="dialog"
    onClick={actions.add}
  >
    <Icon name="user-plus" />
  </Button>
));
