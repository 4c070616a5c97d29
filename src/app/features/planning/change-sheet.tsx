// Before an edit of a published event is saved: what changes for those who come, who is notified, and the warnings.
import { chakra } from '@chakra-ui/react/styled-system';
import type { ChangePreview } from '../../../contract/planning.ts';
import { notifiedText, warningTexts } from '../../format/planning-words.ts';
import { type Asking, AskSheet } from '../../ui/ask-sheet.tsx';
import { Effect, Effects } from '../../ui/effects.tsx';

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

type Move = { label: string; before: string; after: string };

/** `unknown`: the server could not be asked. Moves that change nothing are left out. */
export function ChangeSheet({
  preview,
  moves,
  locale,
  onSave,
  ...asking
}: Asking & {
  preview: ChangePreview | 'unknown';
  moves: readonly Move[];
  locale: string;
  onSave: () => void;
}) {
  return (
    <AskSheet title="Save these changes?" action="Save changes" busyText="Saving…" onAct={onSave} {...asking}>
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
            {`You're offline, so we can't say now who is notified or what else this changes. It will be saved when you're online.`}
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
    </AskSheet>
  );
}
