// The quick replies of one of my events in a list: their buttons, and the answer that replaces them.
import { chakra } from '@chakra-ui/react/styled-system';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { t } from '../../words/t.ts';

export const Quick = chakra('div', {
  base: {
    // Above the link that covers the whole card.
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(5.5rem, 1fr))',
    gap: '2',
    pt: '2.5',
    pb: '0.5',
    '& button, & a': { px: '2', fontSize: 'sm' },
    '&:has(.answered)': { gridTemplateColumns: 'minmax(0, 1fr) auto' },
    '& .answered': {
      display: 'flex',
      alignItems: 'center',
      gap: '1.5',
      minH: 'target',
      fontSize: 'xs',
      fontWeight: '600',
    },
    '& a': {
      display: 'grid',
      placeItems: 'center',
      minH: 'target',
      rounded: 'md',
      borderWidth: '1px',
      borderColor: 'border.button',
      fontWeight: '600',
      textAlign: 'center',
      lineHeight: '1.25',
    },
  },
});

/** What replaces the buttons once an answer is given. */
export function Answered({
  text,
  about,
  isWaiting,
  onTakeBack,
}: {
  text: string | null;
  /** The event as its buttons name it. */
  about: string;
  isWaiting: boolean;
  onTakeBack: () => void;
}) {
  return (
    <>
      <p className="answered">
        <Icon name={isWaiting ? 'cloud-off' : 'circle-check'} size={18} />
        {text}
      </p>
      <Choice text={isWaiting ? t('Undo') : t('Change')} about={about} busy={false} onClick={onTakeBack} />
    </>
  );
}

type ChoiceProps = { text: string; about: string; busy: boolean; onClick: () => void };

export function Choice({ text, about, busy, onClick }: ChoiceProps) {
  return (
    <Button look="outline" busy={busy} aria-label={`${text}: ${about}`} onClick={onClick}>
      {text}
    </Button>
  );
}
