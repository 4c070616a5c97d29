// My picture with the ways to change it. What it takes to cut one out comes when a file is chosen.
import { chakra } from '@chakra-ui/react/styled-system';
import { lazy, Suspense, useId, useState } from 'react';
import { callApi } from '../../data/call.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PictureButton } from '../../ui/picture-button.tsx';
import { fileFault } from '../../ui/picture-file.ts';

const CropSheet = lazy(async () => ({ default: (await import('./crop-sheet.tsx')).CropSheet }));
const ConfirmSheet = lazy(async () => ({
  default: (await import('../../ui/confirm-sheet.tsx')).ConfirmSheet,
}));

const Box = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'flex-end',
    flexWrap: 'wrap',
    gap: '2',
    '& .picture': {
      rounded: 'full',
      borderWidth: '4px',
      borderColor: 'bg.panel',
      bg: 'bg.panel',
      lineHeight: '0',
    },
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

export function AvatarControl({
  name,
  src,
  onSaved,
}: {
  name: string;
  src: string | null;
  onSaved: () => Promise<unknown>;
}) {
  const [file, setFile] = useState<File | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isRemoving, setRemoving] = useState(false);
  const faultId = useId();
  return (
    <Box>
      <span className="picture">
        <Avatar name={name} src={src} size={88} />
      </span>
      <PictureButton
        text={src ? 'Change' : 'Add a picture'}
        label={src ? 'Change the picture' : 'Add a picture'}
        isFaulty={fault !== null}
        faultId={faultId}
        onFile={(chosen) => {
          const wrong = fileFault(chosen);
          setFault(wrong);
          if (!wrong) setFile(chosen);
        }}
      />
      {src ? (
        <Button look="outline" shape="icon" aria-label="Remove the picture" onClick={() => setRemoving(true)}>
          <Icon name="trash-2" size={18} />
        </Button>
      ) : null}
      <p className="fault" role="alert" id={faultId}>
        {fault}
      </p>
      <Suspense fallback={null}>
        {file ? <CropSheet file={file} onSaved={onSaved} onClose={() => setFile(null)} /> : null}
        {isRemoving ? (
          <ConfirmSheet
            title="Remove your picture?"
            action="Remove it"
            busyText="Removing…"
            act={async () => {
              await callApi('DELETE /api/users/me/avatar', {});
              await onSaved();
            }}
            onClose={() => setRemoving(false)}
          >
            <p>Your initials stand in its place, wherever you take part.</p>
          </ConfirmSheet>
        ) : null}
      </Suspense>
    </Box>
  );
}
