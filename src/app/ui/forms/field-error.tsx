// The error of a field, below its control.
import { chakra } from '@chakra-ui/react/styled-system';
import { Icon } from '../icons/icon.tsx';

const Text = chakra('p', {
  base: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '1.5',
    fontSize: 'sm',
    fontWeight: '500',
    color: 'danger',
    '& svg': { flexShrink: '0', mt: '0.5' },
  },
});

/** `id`: for the `aria-describedby` of the control. */
export function FieldError({
  id,
  message,
  className,
}: {
  id: string;
  message: string | undefined;
  className?: string;
}) {
  return message ? (
    <Text id={id} className={className}>
      <Icon name="circle-alert" size={16} />
      {message}
    </Text>
  ) : null;
}
