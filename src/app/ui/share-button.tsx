// Hands on the address of a page: through the device's own sheet, else to the clipboard.
import { chakra } from '@chakra-ui/react/styled-system';
import { useRef, useState } from 'react';
import { Icon } from './icons/icon.tsx';

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
    // It can do nothing before.
    'html:not([data-started]) &': { visibility: 'hidden' },
  },
});
const Told = chakra('span', {
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

const shownMs = 4000;

/** `path` is what is shared, on this site. Stands on a field. */
export function ShareButton({ title, path }: { title: string; path: string }) {
  const [told, setTold] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const tell = (text: string) => {
    clearTimeout(timer.current);
    setTold(text);
    timer.current = setTimeout(setTold, shownMs, '');
  };
  const share = async () => {
    const url = new URL(path, location.href).href;
    try {
      if ('share' in navigator) return await navigator.share({ title, url });
    } catch (error) {
      // The person closed the sheet.
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
    try {
      await navigator.clipboard.writeText(url);
      tell('Link copied');
    } catch {
      tell('Copy the address of this page to share it');
    }
  };
  return (
    <>
      <Told role="status">{told}</Told>
      <Round type="button" aria-label="Share" onClick={() => void share()}>
        <Icon name="share" />
      </Round>
    </>
  );
}
