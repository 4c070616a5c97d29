// Shows that a draft of the form is saved on this device.
import { chakra } from '@chakra-ui/react/styled-system';
import { t } from '../../words/t.ts';
import { Badge } from '../badge.tsx';

const Place = chakra('span', { base: { minH: '1.5rem' } });

export function DraftState({ isSaved }: { isSaved: boolean }) {
  return <Place role="status">{isSaved ? <Badge>{t('Draft saved')}</Badge> : null}</Place>;
}
