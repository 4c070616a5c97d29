// The picture of an event in its form: shows, replaces or removes it.
import { chakra } from '@chakra-ui/react/styled-system';
import { useId, useRef } from 'react';
import { useOnline } from '../../../data/http/connectivity.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { PictureButton } from '../../../ui/pictures/picture-button.tsx';
import { t } from '../../../words/t.ts';
import type { Picture } from './use-picture.ts';

const Box = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '3',
    '& img': { w: 'full', maxW: '30rem', aspectRatio: '16 / 9', objectFit: 'cover', rounded: 'md' },
    '& .ways': { display: 'flex', flexWrap: 'wrap', gap: '2' },
    '& .hint': { fontSize: 'sm', color: 'fg.muted' },
    '& .fault': {
      display: 'flex',
      gap: '1.5',
      color: 'danger',
      fontSize: 'sm',
      fontWeight: '500',
      '& .icon': { flexShrink: '0', mt: '0.5' },
    },
    '& [role=alert]:empty': { display: 'none' },
  },
});

export const pictureText = ({ shown, isChanged }: Picture): string => {
  if (!isChanged) return shown === null ? t('No picture') : t('One picture');
  return shown === null ? t('Removed when you save') : t('Sent when you save');
};

export function PictureField({ picture }: { picture: Picture }) {
  const { shown, fault } = picture;
  const isOnline = useOnline();
  const faultId = useId();
  const box = useRef<HTMLDivElement>(null);
  const focusField = () => box.current?.querySelector('input')?.focus();
  return (
    <Box ref={box}>
      {shown === null ? null : (
        <img src={shown} alt={t('How it looks in the event')} width={1280} height={720} />
      )}
      <div className="ways">
        <PictureButton
          text={shown === null ? t('Choose a picture') : t('Choose another')}
          label={shown === null ? t('Choose a picture') : t('Choose another picture')}
          isFaulty={fault !== null}
          faultId={faultId}
          onFile={(file) => void picture.choose(file)}
        />
        {shown === null ? null : (
          <Button
            look="outline"
            onClick={() => {
              picture.remove();
              focusField();
            }}
          >
            <Icon name="trash-2" size={18} />
            {t('Remove')}
          </Button>
        )}
      </div>
      <div role="alert" id={faultId}>
        {fault === null ? null : (
          <p className="fault">
            <Icon name="circle-alert" size={16} />
            {fault}
          </p>
        )}
      </div>
      <p className="hint">
        {isOnline
          ? t(
              "JPEG, PNG or WebP. We show its middle, wider than high. It is sent when you save; the draft on this device doesn't keep it.",
            )
          : t("A picture can't wait on this device: choose one once there is a connection.")}
      </p>
    </Box>
  );
}
