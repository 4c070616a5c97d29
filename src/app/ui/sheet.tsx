// A native dialog: from below on phones, in the middle elsewhere. Shown as long as it is rendered.
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

const Dialog = chakra('dialog', {
  base: {
    position: 'fixed',
    inset: 'auto 0 0 0',
    w: 'full',
    maxW: '100%',
    maxH: '90dvh',
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    bg: 'bg',
    color: 'fg',
    roundedTop: 'xl',
    shadow: 'overlay',
    animation: 'rise 180ms cubic-bezier(0.2, 0.8, 0.2, 1)',
    px: '5',
    pb: 'max({spacing.5}, env(safe-area-inset-bottom))',
    md: { inset: '0', m: 'auto', w: '28rem', h: 'fit-content', rounded: 'xl' },
    '&::backdrop': { bg: 'rgb(3 7 18 / 0.5)' },
    '& > .head': {
      position: 'sticky',
      top: '0',
      zIndex: '1',
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: '3',
      bg: 'bg',
      pt: '4',
      pb: '3',
    },
    '& > .head h2': { fontSize: 'xl', fontWeight: '800', lineHeight: '1.25' },
    '& .foot': { display: 'grid', gap: '2.5', mt: '5' },
  },
});

export function Sheet({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    return () => opened?.close();
  }, []);
  return (
    <Dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event: React.SyntheticEvent) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event: React.MouseEvent) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className="head">
        <h2 id={id}>{title}</h2>
        <Button look="outline" shape="icon" aria-label="Close" onClick={onClose}>
          <Icon name="x" />
        </Button>
      </div>
      {children}
    </Dialog>
  );
}
