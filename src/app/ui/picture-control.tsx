// A picture with the ways to change it. What it takes to cut one out comes when a file is chosen.
import { chakra } from '@chakra-ui/react/styled-system';
import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { Button } from './button.tsx';
import { fileFault } from './crop-rules.ts';
import { Icon } from './icon.tsx';

const CropSheet = lazy(async () => ({ default: (await import('./crop-sheet.tsx')).CropSheet }));
const ConfirmSheet = lazy(async () => ({ default: (await import('./confirm-sheet.tsx')).ConfirmSheet }));

const Box = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'flex-end',
    flexWrap: 'wrap',
    gap: '2',
    '& .picture': {
      borderWidth: '4px',
      borderColor: 'bg.panel',
      bg: 'bg.panel',
      lineHeight: '0',
    },
    '& .picture.round': { rounded: 'full' },
    '& .picture > span': { lineHeight: '1.5' },
    // The file field covers its button unseen, so that it keeps its own keys and focus.
    '& .file': {
      position: 'relative',
      display: 'inline-flex',
      alignItems: 'center',
      gap: '2',
      minH: 'target',
      px: '4',
      rounded: 'md',
      borderWidth: '1px',
      borderColor: 'border',
      bg: 'bg.panel',
      fontWeight: '600',
      _hover: { bg: 'bg.subtle' },
    },
    '& .file:has(:focus-visible)': { outline: '2px solid', outlineColor: 'focus', outlineOffset: '2px' },
    '& .file input': {
      position: 'absolute',
      inset: '0',
      w: 'full',
      opacity: '0',
      cursor: 'pointer',
      fontSize: '0',
    },
    '& .fault': {
      w: 'full',
      color: 'danger',
      fontSize: 'sm',
      fontWeight: '500',
      _empty: { display: 'none' },
    },
  },
});

/** What the picture is called in titles and buttons. */
export type PictureWords = {
  /** Title of the sheet that cuts it out. */
  title: string;
  add: string;
  change: string;
  remove: string;
  /** The question before it is removed, and what shows in its place. */
  removeTitle: string;
  removed: string;
};

/** `save` sends a square; `remove` takes the picture away. */
export function PictureControl({
  picture,
  hasPicture,
  isRound,
  words,
  save,
  remove,
}: {
  picture: ReactNode;
  hasPicture: boolean;
  isRound: boolean;
  words: PictureWords;
  save: (square: Blob) => Promise<unknown>;
  remove: () => Promise<unknown>;
}) {
  const [file, setFile] = useState<File | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isRemoving, setRemoving] = useState(false);
  const faultId = useId();
  return (
    <Box>
      <span className={isRound ? 'picture round' : 'picture'}>{picture}</span>
      <span className="file">
        <Icon name="camera" size={18} />
        <span aria-hidden="true">{hasPicture ? 'Change' : words.add}</span>
        <input
          type="file"
          aria-label={hasPicture ? words.change : words.add}
          accept="image/jpeg,image/png,image/webp"
          aria-invalid={fault ? true : undefined}
          aria-describedby={faultId}
          onChange={(event) => {
            const [chosen] = event.currentTarget.files ?? [];
            // So that the same file can be chosen again.
            event.currentTarget.value = '';
            if (!chosen) return;
            const wrong = fileFault(chosen);
            setFault(wrong);
            if (!wrong) setFile(chosen);
          }}
        />
      </span>
      {hasPicture ? (
        <Button look="outline" shape="icon" aria-label={words.remove} onClick={() => setRemoving(true)}>
          <Icon name="trash-2" size={18} />
        </Button>
      ) : null}
      <p className="fault" role="alert" id={faultId}>
        {fault}
      </p>
      <Suspense fallback={null}>
        {file ? (
          <CropSheet
            title={words.title}
            file={file}
            isRound={isRound}
            save={save}
            onClose={() => setFile(null)}
          />
        ) : null}
        {isRemoving ? (
          <ConfirmSheet
            title={words.removeTitle}
            action="Remove it"
            busyText="Removing…"
            act={remove}
            onClose={() => setRemoving(false)}
          >
            <p>{words.removed}</p>
          </ConfirmSheet>
        ) : null}
      </Suspense>
    </Box>
  );
}
