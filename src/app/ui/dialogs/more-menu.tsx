// The rarer actions of a page behind one "…" button, in a sheet.
import { type ReactNode, useState } from 'react';
import { Button } from '../button.tsx';
import { Icon } from '../icons/icon.tsx';
import { Sheet } from './sheet.tsx';

/** `children` gets `close`: call it before an action opens a dialog of its own, so that the focus returns to the button. */
export function MoreMenu({
  label,
  busy = false,
  children,
}: {
  label: string;
  busy?: boolean;
  children: (close: () => void) => ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        look="outline"
        shape="icon"
        aria-label={label}
        aria-haspopup="dialog"
        busy={busy}
        onClick={() => setOpen(true)}
      >
        <Icon name="ellipsis" />
      </Button>
      {isOpen ? (
        <Sheet title={label} onClose={() => setOpen(false)}>
          {(close) => <div className="foot">{children(close)}</div>}
        </Sheet>
      ) : null}
    </>
  );
}
