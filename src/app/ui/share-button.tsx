// Shares the URL of a page: with the Web Share API, else by copying it to the clipboard.
import { chakra } from '@chakra-ui/react/styled-system';
import { t } from '../words/t.ts';
import { Icon } from './icons/icon.tsx';
import { useBriefly } from './use-briefly.ts';

const Round = chakra('button', {
  base: {
    display: 'inline-grid',
    placeItems: 'center',
    w: 'target',
    h: 'target',
    rounded: 'md',
    bg: 'rgb(3 7 18 / 0.45)',
    color: 'white',
    cursor: 'pointer',
    _hover: { bg: 'rgb(3 7 18 / 0.65)' },
    // Hidden until scripts run: without them it does nothing.
    'html:not([data-started]) &': { visibility: 'hidden' },
  },
});
const Announcement = chakra('span', {
  base: {
    alignSelf: 'center',
    px: '3',
    py: '1',
    rounded: 'full',
    bg: 'rgb(3 7 18 / 0.65)',
    fontSize: 'sm',
    fontWeight: '600',
    _empty: { display: 'none' },
  },
});

/** Opens the share sheet (Web Share API). False if it is unsupported or failed; true also when the user dismissed it. */
export async function shareLink(link: { title: string; url: string }): Promise<boolean> {
  if (!('share' in navigator)) return false;
  return navigator.share(link).then(
    () => true,
    (error: unknown) => error instanceof DOMException && error.name === 'AbortError',
  );
}

/** `path`: the shared page, on this site. Shown on field art. */
export function ShareButton({ title, path }: { title: string; path: string }) {
  const [message, show] = useBriefly<string>();
  const share = async () => {
    const url = new URL(path, location.href).href;
    if (await shareLink({ title, url })) return;
    try {
      await navigator.clipboard.writeText(url);
      show(t('Link copied'));
    } catch {
      show(t('Copy the address of this page to share it'));
    }
  };
  return (
    <>
      <Announcement role="status">{message}</Announcement>
      <Round type="button" aria-label={t('Share')} onClick={() => void share()}>
        <Icon name="share" />
      </Round>
    </>
  );
}
