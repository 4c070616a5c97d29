// Puts a text on the clipboard and says that it did.
import { t } from '../words/t.ts';
import { Button } from './button.tsx';
import { Icon } from './icons/icon.tsx';
import { useBriefly } from './use-briefly.ts';

export function CopyButton({ text, label = t('Copy') }: { text: string; label?: string }) {
  const [result, show] = useBriefly<'copied' | 'refused'>();
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => show('copied'),
      () => show('refused'),
    );
  const said =
    result === 'copied' ? t('Copied') : result === 'refused' ? t('Select and copy it by hand') : null;
  return (
    <>
      <Button look="outline" onClick={() => void copy()}>
        <Icon name={result === 'copied' ? 'check' : 'copy'} size={18} />
        {said ?? label}
      </Button>
      {/* Beside the button: within it, it would be part of the button's name and not announced. */}
      <span className="sr" role="status">
        {said}
      </span>
    </>
  );
}
