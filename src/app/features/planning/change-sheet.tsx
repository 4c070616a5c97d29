// Before an edit of a published event is saved: what changes for those who come, who is notified, and the warnings.
import { chakra } from '@chakra-ui/react/styled-system';
import type { ChangePreview } from '../../../contract/planning.ts';
import { notifiedText, warningTexts } from '../../format/planning-words.ts';
import { Button } from '../../ui/button.tsx';
import type { ChromeIconName } from '../../ui/chrome-icons.ts';
import { FormError } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Sheet } from '../../ui/sheet.tsx';

const Moves = chakra('dl', {
  base: {
    display: 'grid',
    gap: '3',
    _empty: { display: 'none' },
    '& dt': { fontSize: 'sm', color: 'fg.muted' },
    '& dd': { fontWeight: '600' },
    '& s': { display: 'block', fontWeight: '400', color: 'fg.muted' },
  },
});
const Effects = chakra('ul', {
  base: {
    display: 'grid',
    gap: '2.5',
    p: '4',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    rounded: 'md',
    '& li': { display: 'flex', gap: '3' },
    '& .icon': { flexShrink: '0', mt: '0.5', color: 'fg.muted' },
    '& .warn, & .warn .icon': { color: 'warn' },
  },
});

export type Move = { label: string; before: string; after: string };

/** `unknown`: the server could not be asked. Moves that change nothing are left out. */
export function ChangeSheet({
  preview,
  moves,
  locale,
  busy,
  failure,
  onSave,
  onClose,
}: {
  preview: ChangePreview | 'unknown';
  moves: readonly Move[];
  locale: string;
  busy: boolean;
  failure: string | null;
  onSave: () => void;
  onClose: () => void;
}) {
  return (
    <Sheet title="Save these changes?" onClose={onClose}>
      {(close) => (
        <>
          <Moves>
            {moves
              .filter(({ before, after }) => before !== after)
              .map(({ label, before, after }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>
                    <s>{before}</s>
                    {after}
                  </dd>
                </div>
              ))}
          </Moves>
          <Effects>
            {preview === 'unknown' ? (
              <Effect icon="cloud-off">
                You're offline, so we can't say now who is notified or what else this changes. It will be
                saved when you're online.
              </Effect>
            ) : (
              <>
                <Effect icon="bell">{notifiedText(preview, locale)}</Effect>
                {warningTexts(preview, locale).map((text) => (
                  <Effect key={text} icon="circle-alert" isWarning>
                    {text}
                  </Effect>
                ))}
              </>
            )}
          </Effects>
          <FormError message={failure} />
          <div className="foot">
            <Button busy={busy} onClick={onSave}>
              {busy ? 'Saving…' : 'Save changes'}
            </Button>
            <Button look="outline" onClick={close}>
              Back
            </Button>
          </div>
        </>
      )}
    </Sheet>
  );
}

function Effect({
  icon,
  isWarning = false,
  children,
}: {
  icon: ChromeIconName;
  isWarning?: boolean;
  children: string | string[];
}) {
  return (
    <li className={isWarning ? 'warn' : undefined}>
      <Icon name={icon} />
      <span>{children}</span>
    </li>
  );
}
