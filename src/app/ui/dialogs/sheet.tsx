// A native dialog for one task: from below on a phone, centered on a desktop. The platform handles focus and
// Escape.
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { t } from '../../words/t.ts';
import { Button } from '../button.tsx';
import { Icon } from '../icons/icon.tsx';
import { dialogLook } from './dialog-look.ts';

const Dialog = chakra('dialog', {
  base: {
    ...dialogLook,
    maxH: '92dvh',
    overflowY: 'auto',
    // In dark mode only the border separates it from the page.
    borderTopWidth: '1px',
    borderColor: 'border',
    md: { inset: '0', m: 'auto', h: 'fit-content', w: '28rem', rounded: 'xl', borderWidth: '1px' },
    '& > .head': {
      position: 'sticky',
      top: '0',
      zIndex: '1',
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: '3',
      px: '5',
      py: '3',
      bg: 'bg',
      borderBottomWidth: '1px',
      borderColor: 'border',
    },
    // A long name breaks, and does not push the button out.
    '& > .head h2': { minW: '0', fontSize: 'xl', fontWeight: '800', lineHeight: '1.2' },
    '& > .body': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr)',
      gap: '4',
      px: '5',
      pt: '4',
      pb: 'max(1.25rem, env(safe-area-inset-bottom))',
    },
    '& .foot': { display: 'grid', gap: '2.5' },
  },
});

/** What is typed there is work, unlike a search or a tick. */
const typedFields = 'textarea, input:not([type=search], [type=checkbox], [type=radio], [type=range])';

/**
 * Open while mounted. `children` gets `close`, which ends in `onClose` like every other way to close the
 * dialog. A press on the backdrop closes it, unless text was typed. `about`: the id of the text that says what the buttons do; screen
 * readers read it with the title, because the focus goes past it.
 */
export function Sheet({
  title,
  about,
  onClose,
  children,
}: {
  title: string;
  about?: string;
  onClose: () => void;
  children: ReactNode | ((close: () => void) => ReactNode);
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
  }, []);
  const close = () => dialog.current?.close();
  const isPressed = useRef(false);
  const isTyped = useRef(false);
  return (
    <Dialog
      ref={dialog}
      aria-labelledby={id}
      aria-describedby={about}
      onClose={onClose}
      onInput={({ target }: React.SyntheticEvent) => {
        isTyped.current ||= target instanceof HTMLElement && target.matches(typedFields);
      }}
      // A click counts for the backdrop, too, where a text selection ends that began in a field.
      onPointerDown={(event: React.PointerEvent) => {
        isPressed.current = event.target === dialog.current;
      }}
      onClick={(event: React.MouseEvent) => {
        if (event.target === dialog.current && isPressed.current && !isTyped.current) close();
      }}
    >
      <div className="head">
        <h2 id={id}>{title}</h2>
        <Button look="outline" shape="icon" aria-label={t('Close')} onClick={close}>
          <Icon name="x" />
        </Button>
      </div>
      <div className="body">{typeof children === 'function' ? children(close) : children}</div>
    </Dialog>
  );
}
