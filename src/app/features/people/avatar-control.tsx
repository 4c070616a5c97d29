// My picture with the ways to change it. What it takes to cut one out comes when a file is chosen.
import { chakra } from '@chakra-ui/react/styled-system';
import { lazy, Suspense, useId, useState } from 'react';
import { callApi } from '../../data/call.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { fileFault } from './crop-rules.ts';

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
      <span className="file">
        <Icon name="camera" size={18} />
        <span aria-hidden="true">{src ? 'Change' : 'Add a picture'}</span>
        <input
          type="file"
          aria-label={src ? 'Change the picture' : 'Add a picture'}
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
