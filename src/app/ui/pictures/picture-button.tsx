// A button to choose one picture.
import { chakra } from '@chakra-ui/react/styled-system';
import { FileInput, underFileInput } from '../forms/file-input.tsx';
import { Icon } from '../icons/icon.tsx';
import { pictureTypes } from './picture-file.ts';

const Box = chakra('span', {
  base: {
    ...underFileInput,
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2',
    minH: 'target',
    px: '4',
    rounded: 'md',
    borderWidth: '1px',
    borderColor: 'border.button',
    bg: 'bg.panel',
    fontWeight: '600',
  },
});

/** `faultId`: the element with the error of the chosen file. */
export function PictureButton({
  text,
  label,
  isFaulty,
  faultId,
  onFile,
}: {
  text: string;
  label: string;
  isFaulty: boolean;
  faultId: string;
  onFile: (file: File) => void;
}) {
  return (
    <Box>
      <Icon name="camera" size={18} />
      <span aria-hidden="true">{text}</span>
      <FileInput
        aria-label={label}
        accept={pictureTypes}
        aria-invalid={isFaulty ? true : undefined}
        aria-describedby={faultId}
        onFile={onFile}
      />
    </Box>
  );
}
