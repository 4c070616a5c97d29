// Crops a square out of a picture, by touch, mouse or keyboard, and sends it. The file itself never leaves
// the device.
import { chakra } from '@chakra-ui/react/styled-system';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { limits } from '../../../contract/values/limits.ts';
import { useAction } from '../../data/forms/use-action.ts';
import { t } from '../../words/t.ts';
import { Button } from '../button.tsx';
import { Sheet } from '../dialogs/sheet.tsx';
import { FormError } from '../forms/field.tsx';
import { Icon } from '../icons/icon.tsx';
import { type Crop, dragged, firstCrop, maxZoom, squareOf, within, zoomed } from './crop-rules.ts';
import { writtenPicture } from './written-picture.ts';

const Stage = chakra('div', {
  base: {
    position: 'relative',
    w: 'full',
    maxW: '20rem',
    mx: 'auto',
    aspectRatio: '1',
    rounded: 'lg',
    overflow: 'hidden',
    bg: 'gray.950',
    '& canvas': { w: 'full', h: 'full', touchAction: 'none', cursor: 'grab', display: 'block' },
    '& canvas:active': { cursor: 'grabbing' },
    '& canvas:focus-visible': { outlineOffset: '-4px', outlineColor: 'white' },
    // Dims the part outside of the round picture.
    '& .ring': {
      position: 'absolute',
      inset: '0',
      rounded: 'full',
      boxShadow: '0 0 0 20rem rgb(3 7 18 / 0.55)',
      borderWidth: '2px',
      borderColor: 'white',
      pointerEvents: 'none',
    },
  },
});
const Zoom = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    fontWeight: '600',
    fontSize: 'sm',
    '& input': { flex: '1', minW: '0', h: 'target', accentColor: 'var(--brand)' },
  },
});
const Hint = chakra('p', { base: { fontSize: 'sm', color: 'fg.muted' } });

const steps: Record<string, [number, number]> = {
  ArrowLeft: [-16, 0],
  ArrowRight: [16, 0],
  ArrowUp: [0, -16],
  ArrowDown: [0, 16],
};

/** `save` sends the cropped square; `said` is announced after it. */
export function CropSheet({
  title,
  file,
  isRound,
  save,
  said = t('The picture is saved.'),
  onClose,
}: {
  title: string;
  file: File;
  /** The picture is shown in a circle. */
  isRound: boolean;
  save: (square: Blob) => Promise<unknown>;
  said?: string | undefined;
  onClose: () => void;
}) {
  const { picture, fault } = usePicture(file);
  const { busy, failure, run, setFailure } = useAction();
  const [crop, setCrop] = useState<Crop | null>(null);
  const shown = picture && (crop ?? firstCrop(picture));
  return (
    <Sheet title={title} onClose={onClose}>
      {(close) => (
        <>
          {picture && shown ? (
            <>
              <CropStage picture={picture} crop={shown} isRound={isRound} onCrop={setCrop} />
              <Zoom>
                {t('Zoom')}
                <input
                  type="range"
                  min="1"
                  max={maxZoom}
                  step="0.02"
                  value={shown.zoom}
                  onChange={(event) =>
                    setCrop(within(picture, { ...shown, zoom: Number(event.currentTarget.value) }))
                  }
                />
              </Zoom>
              <Hint>
                {t('Drag the picture to move it. On a keyboard, the arrows move it, + and − zoom.')}
              </Hint>
            </>
          ) : fault ? null : (
            <Stage aria-busy="true" role="status" aria-label={t('Opening the picture')} />
          )}
          <FormError message={fault ?? failure} />
          <Button
            shape="wide"
            busy={busy}
            disabled={!picture}
            onClick={async () => {
              if (!picture || !shown) return;
              // The device may have too little memory for the picture.
              const cut = await cutOut(picture, shown).catch(() => null);
              if (!cut) setFailure(t("We can't open this picture. Choose another one."));
              else if (await run(() => save(cut), said)) close();
            }}
          >
            <Icon name="check" />
            {busy ? t('Saving…') : t('Use this picture')}
          </Button>
        </>
      )}
    </Sheet>
  );
}

/** The file as pixels, rotated as its EXIF data say. */
function usePicture(file: File): { picture: ImageBitmap | null; fault: string | null } {
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    let opened: ImageBitmap | undefined;
    createImageBitmap(file, { imageOrientation: 'from-image' }).then(
      (bitmap) => {
        opened = bitmap;
        if (isCurrent) setPicture(bitmap);
        else bitmap.close();
      },
      () => isCurrent && setFault(t("We can't open this picture. Choose another one.")),
    );
    return () => {
      isCurrent = false;
      opened?.close();
    };
  }, [file]);
  return { picture, fault };
}

function CropStage({
  picture,
  crop,
  isRound,
  onCrop,
}: {
  picture: ImageBitmap;
  crop: Crop;
  isRound: boolean;
  onCrop: (crop: Crop) => void;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  useEffect(() => {
    const { current } = canvas;
    if (current) draw(current, picture, crop);
  }, [picture, crop]);
  // React adds passive wheel listeners, which cannot keep the page from scrolling.
  const zoomBy = useRef((_: number) => {});
  zoomBy.current = (factor) => onCrop(zoomed(picture, crop, factor));
  useEffect(() => {
    const { current } = canvas;
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      zoomBy.current(Math.exp(-event.deltaY / 400));
    };
    current?.addEventListener('wheel', wheel, { passive: false });
    return () => current?.removeEventListener('wheel', wheel);
  }, []);

  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    fingers.current.set(event.pointerId, now);
    const viewPx = event.currentTarget.clientWidth;
    // With two fingers, each moves the picture by half.
    const share = other ? 2 : 1;
    const shifted = dragged(picture, crop, {
      dx: (now.x - before.x) / share,
      dy: (now.y - before.y) / share,
      viewPx,
    });
    onCrop(other ? zoomed(picture, shifted, apart(now, other) / apart(before, other)) : shifted);
  };
  const lift = (event: PointerEvent) => void fingers.current.delete(event.pointerId);
  return (
    <Stage>
      {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: it is moved and zoomed with keys of its own */}
      <canvas
        ref={canvas}
        width={limits.avatarPixels}
        height={limits.avatarPixels}
        tabIndex={0}
        role="application"
        aria-label={t('The picture in its frame. Arrow keys move the picture, plus and minus zoom.')}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        }}
        onPointerMove={move}
        onPointerUp={lift}
        onPointerCancel={lift}
        onKeyDown={(event) => {
          // Those zoom the page.
          if (event.ctrlKey || event.metaKey || event.altKey) return;
          const step = steps[event.key];
          const factor = '+='.includes(event.key) ? 1.1 : '-_'.includes(event.key) ? 1 / 1.1 : null;
          if (!step && !factor) return;
          event.preventDefault();
          const viewPx = event.currentTarget.clientWidth;
          if (step) onCrop(dragged(picture, crop, { dx: step[0], dy: step[1], viewPx }));
          else if (factor) onCrop(zoomed(picture, crop, factor));
        }}
      />
      {isRound ? <span className="ring" /> : null}
    </Stage>
  );
}

const apart = (a: { x: number; y: number }, b: { x: number; y: number }) =>
  Math.max(1, Math.hypot(a.x - b.x, a.y - b.y));

function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { left, top, side } = squareOf(picture, crop);
  // JPEG has no transparency: transparent parts become white, not black.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
}

/** The square as a file. */
async function cutOut(picture: ImageBitmap, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = limits.avatarPixels;
  canvas.height = limits.avatarPixels;
  draw(canvas, picture, crop);
  return writtenPicture(canvas);
}
