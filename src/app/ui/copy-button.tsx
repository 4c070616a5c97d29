// Puts a text on the clipboard and says that it did.
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icons/icon.tsx';

const shownMs = 4000;

export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [told, setTold] = useState<'copied' | 'refused' | null>(null);
  useEffect(() => {
    if (told === null) return;
    const timer = setTimeout(setTold, shownMs, null);
    return () => clearTimeout(timer);
  }, [told]);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setTold('copied'),
      () => setTold('refused'),
    );
  return (
    <Button look="outline" onClick={() => void copy()}>
      <Icon name={told === 'copied' ? 'check' : 'copy'} size={18} />
      <span role="status">
        {told === 'copied' ? 'Copied' : told === 'refused' ? 'Select and copy it by hand' : label}
      </span>
    </Button>
  );
}
