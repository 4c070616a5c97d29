// Buttons and links that look like buttons. One main (solid) action per screen.
import { chakra } from '@chakra-ui/react/styled-system';
import { Link } from './navigation/router.tsx';

const recipe = {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    minH: 'target',
    px: '5',
    py: '2',
    rounded: 'md',
    fontWeight: '600',
    fontSize: 'md',
    lineHeight: '1.25',
    textAlign: 'center',
    textDecoration: 'none',
    cursor: 'pointer',
    borderWidth: '1px',
    borderColor: 'transparent',
    transition: 'background-color 120ms, border-color 120ms, transform 80ms',
    _active: { transform: 'scale(0.98)' },
    _disabled: { opacity: '0.55', cursor: 'not-allowed' },
    '&[aria-busy=true]': { cursor: 'progress', opacity: '0.75' },
    '& svg': { flexShrink: '0' },
  },
  variants: {
    look: {
      solid: { bg: 'brand.solid', color: 'brand.contrast', _hover: { bg: 'brand.solid.hover' } },
      outline: { bg: 'bg.panel', color: 'fg', borderColor: 'border.button', _hover: { bg: 'bg.subtle' } },
      quiet: { color: 'brand', px: '3', _hover: { bg: 'bg.subtle' } },
      danger: {
        bg: 'bg.panel',
        color: 'danger',
        borderColor: 'border.button',
        _hover: { bg: 'danger.subtle' },
      },
    },
    shape: {
      text: {},
      icon: { w: 'target', px: '0', flexShrink: '0' },
      wide: { w: 'full' },
    },
  },
  defaultVariants: { look: 'solid', shape: 'text' },
} as const;

const StyledButton = chakra('button', recipe);
const StyledLink = chakra(Link, recipe);

type ButtonProps = React.ComponentProps<typeof StyledButton>;

/** A button. While `busy` it keeps its size and place, says so to assistive technology, and cannot be pressed again. */
export function Button({ busy = false, type = 'button', ...props }: ButtonProps & { busy?: boolean }) {
  return (
    <StyledButton
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      {...props}
      {...(busy ? { onClick: undefined } : {})}
    />
  );
}

/** A link that looks like a button. */
export const ButtonLink = StyledLink;
