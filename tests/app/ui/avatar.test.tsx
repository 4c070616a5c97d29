import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { fireEvent, render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { system } from '../../../src/app/theme/system.ts';
import { Avatar } from '../../../src/app/ui/pictures/avatar.tsx';

const avatar = (src: string) => (
  <ChakraProvider value={system}>
    <Avatar name="Eva De Smet" src={src} />
  </ChakraProvider>
);

it('an avatar shows initials in place of a picture that cannot be loaded, and the next picture', () => {
  const { container, rerender } = render(avatar('/one.webp'));
  const picture = () => container.querySelector('img');
  expect(picture()?.getAttribute('src')).toBe('/one.webp');
  fireEvent.error(picture() as HTMLImageElement);
  expect(picture()).toBeNull();
  expect(container.textContent).toContain('ES');
  rerender(avatar('/two.webp'));
  expect(picture()?.getAttribute('src')).toBe('/two.webp');
});
