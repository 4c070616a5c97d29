// The keys of the crop sheet, and what it says once the picture is saved.
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { system } from '../../../src/app/theme/system.ts';
import { CropSheet } from '../../../src/app/ui/pictures/crop-sheet.tsx';

beforeEach(() => {
  // jsdom has no canvas rendering.
  vi.stubGlobal('createImageBitmap', async () => ({ width: 900, height: 600, close() {} }));
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/jpeg;base64,AA==');
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take) =>
    take(new Blob(['x'], { type: 'image/webp' })),
  );
});

async function openCropSheet() {
  const save = vi.fn(async (_: Blob) => {});
  const onClose = vi.fn();
  const file = new File(['x'], 'me.png', { type: 'image/png' });
  render(
    <ChakraProvider value={system}>
      <CropSheet title="Your picture" file={file} isRound save={save} onClose={onClose} />
    </ChakraProvider>,
  );
  const stage = await screen.findByRole('application');
  const zoom = () => Number((screen.getByLabelText('Zoom') as HTMLInputElement).value);
  return { save, onClose, stage, zoom };
}

it('zooms with + and leaves the zoom keys of the browser to the page', async () => {
  const { stage, zoom } = await openCropSheet();
  // True: the default action of the browser was not prevented.
  for (const modifier of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }])
    expect(fireEvent.keyDown(stage, { key: '+', ...modifier })).toBe(true);
  expect(zoom()).toBe(1);
  expect(fireEvent.keyDown(stage, { key: '+' })).toBe(false);
  expect(zoom()).toBeGreaterThan(1);
});

it('announces that the picture is saved, and closes', async () => {
  const { save, onClose } = await openCropSheet();
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Use this picture' })));
  await waitFor(() => expect(document.getElementById('said')?.textContent).toBe('The picture is saved.'));
  expect(save).toHaveBeenCalledOnce();
  expect(onClose).toHaveBeenCalledOnce();
});
