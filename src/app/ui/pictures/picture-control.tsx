// A picture with the ways to change it. The code of the crop sheet is loaded when a file is chosen.
import { chakra } from '@chakra-ui/react/styled-system';
import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { type Message, t } from '../../words/t.ts';
import { Button } from '../button.tsx';
import { Icon } from '../icons/icon.tsx';
import { PictureButton } from './picture-button.tsx';
import { fileFault } from './picture-file.ts';

const CropSheet = lazy(async () => ({ default: (await import('./crop-sheet.tsx')).CropSheet }));
const ConfirmSheet = lazy(async () => ({
  default: (await import('../dialogs/confirm-sheet.tsx')).ConfirmSheet,
}));

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
    '& .fault': {
      w: 'full',
      color: 'danger',
      fontSize: 'sm',
      fontWeight: '500',
      _empty: { display: 'none' },
    },
  },
});

/** The words for the picture in titles and buttons. */
export type PictureWords = {
  /** Title of the crop sheet. */
  title: Message;
  add: Message;
  change: Message;
  remove: Message;
  /** The question before it is removed, and the description of its replacement. */
  removeTitle: Message;
  removed: Message;
};

/** `save` sends a square, and `saved` is announced after it where the picture is not saved at once; `remove` removes the picture. */
export function PictureControl({
  picture,
  hasPicture,
  isRound,
  words,
  save,
  saved,
  remove,
}: {
  picture: ReactNode;
  hasPicture: boolean;
  isRound: boolean;
  words: PictureWords;
  save: (square: Blob) => Promise<unknown>;
  saved?: string | undefined;
  remove: () => Promise<unknown>;
}) {
  const [file, setFile] = useState<File | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isRemoving, setRemoving] = useState(false);
  const faultId = useId();
  return (
    <Box>
      <span className={isRound ? 'picture round' : 'picture'}>{picture}</span>
      <PictureButton
        text={hasPicture ? t('Change') : t(words.add)}
        label={hasPicture ? t(words.change) : t(words.add)}
        isFaulty={fault !== null}
        faultId={faultId}
        onFile={(chosen) => {
          const wrong = fileFault(chosen);
          setFault(wrong);
          if (!wrong) setFile(chosen);
        }}
      />
      {hasPicture ? (
        <Button look="outline" shape="icon" aria-label={t(words.remove)} onClick={() => setRemoving(true)}>
          <Icon name="trash-2" size={18} />
        </Button>
      ) : null}
      <p className="fault" role="alert" id={faultId}>
        {fault}
      </p>
      <Suspense fallback={null}>
        {file ? (
          <CropSheet
            title={t(words.title)}
            file={file}
            isRound={isRound}
            save={save}
            said={saved}
            onClose={() => setFile(null)}
          />
        ) : null}
        {isRemoving ? (
          <ConfirmSheet
            title={t(words.removeTitle)}
            action={t('Remove it')}
            busyText={t('Removing…')}
            said={t('The picture is removed.')}
            act={remove}
            onClose={() => setRemoving(false)}
          >
            <p>{t(words.removed)}</p>
          </ConfirmSheet>
        ) : null}
      </Suspense>
    </Box>
  );
}
