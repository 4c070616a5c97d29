// A group's logo in its page's hero, where it has one.
import { chakra } from '@chakra-ui/react/styled-system';
import { useLoadedImage } from '../../ui/pictures/use-loaded-image.ts';
import { t } from '../../words/t.ts';

const Box = chakra('img', {
  base: { w: '4rem', h: '4rem', rounded: 'md', objectFit: 'cover', bg: 'white', flexShrink: '0' },
});

export function GroupMark({ name, image }: { name: string; image: string | null }) {
  const logo = useLoadedImage(image);
  return logo.src ? <Box {...logo} alt={t('Logo of {name}', { name })} width={64} height={64} /> : null;
}
