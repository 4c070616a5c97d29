// The transparent input that covers what looks like a button, so that keyboard, focus and dropping a file are native.
import { chakra } from '@chakra-ui/react/styled-system';

const Cover = chakra('input', {
  base: { position: 'absolute', inset: '0', w: 'full', opacity: '0', cursor: 'pointer', fontSize: '0' },
});

/** The styles of the element that it covers. */
export const underFileInput = {
  position: 'relative',
  cursor: 'pointer',
  _hover: { bg: 'bg.subtle' },
  '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'focus', outlineOffset: '2px' },
} as const;

type Props = Pick<React.ComponentProps<'input'>, 'accept' | `aria-${'label' | 'invalid' | 'describedby'}`>;

export function FileInput({ onFile, ...props }: Props & { onFile: (file: File) => void }) {
  return (
    <Cover
      {...props}
      type="file"
      onChange={(event: React.ChangeEvent<HTMLInputElement>) => {
        const [file] = event.currentTarget.files ?? [];
        // Reset, so that the same file can be chosen again.
        event.currentTarget.value = '';
        if (file) onFile(file);
      }}
    />
  );
}
