// A person's or group's picture, or their initials on a plain background.
import { chakra } from '@chakra-ui/react/styled-system';
import { memo } from 'react';
import { useLoadedImage } from './use-loaded-image.ts';

const Circle = chakra('span', {
  base: {
    display: 'inline-grid',
    placeItems: 'center',
    flexShrink: '0',
    rounded: 'full',
    overflow: 'hidden',
    bg: 'bg.subtle',
    color: 'fg',
    fontWeight: '700',
    letterSpacing: '0.02em',
  },
});

/** `size` in CSS pixels. Decorative: the name is beside it. */
export const Avatar = memo(function Avatar({
  name,
  src,
  size = 44,
}: {
  name: string;
  src: string | null;
  size?: number;
}) {
  const image = useLoadedImage(src);
  return (
    <Circle aria-hidden="true" w={`${size}px`} h={`${size}px`} fontSize={`${Math.round(size * 0.34)}px`}>
      {image.src ? (
        <img {...image} alt="" width={size} height={size} loading="lazy" decoding="async" />
      ) : (
        initials(name)
      )}
    </Circle>
  );
});

/** A name like `U12` is its own short form: the teams of a club differ in nothing else. */
const shortName = /^\p{L}{1,2}\d{1,2}$/u;

/** The first letters of the first and last word, for people and groups alike: `Eva De Smet` → `ES`, `Lys (youth)` → `LY`. */
export function initials(name: string): string {
  if (shortName.test(name)) return name.toUpperCase();
  const firsts = name.match(/(?<![\p{L}\p{N}\p{M}'’.])[\p{L}\p{N}]/gu) ?? [];
  return [...new Set([0, firsts.length - 1])]
    .map((at) => firsts[at] ?? '')
    .join('')
    .toUpperCase();
}
