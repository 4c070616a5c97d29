// A button to choose one picture. The transparent file input covers it, so that keyboard and focus are
// native.
import { chakra } from '@chakra-ui/react/styled-system';
import { Icon } from '../icons/icon.tsx';
import { pictureTypes } from './picture-file.ts';

const Box = chakra('span', {
  base: {
    position: 'relative',
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
    _hover: { bg: 'bg.subtle' },
    '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'focus', outlineOffset: '2px' },
    '& input': {
      position: 'absolute',
      inset: '0',
      w: 'full',
      opacity: '0',
      cursor: 'pointer',
      fontSize: '0',
    },
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
      <input
        type="file"
        aria-label={label}
        accept={pictureTypes}
        aria-invalid={isFaulty ? true : undefined}
        aria-describedby={faultId}
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? [];
          // Reset, so that the same file can be chosen again.
          event.currentTarget.value = '';
          if (chosen) onFile(chosen);
        }}
      />
    </Box>
  );
}
