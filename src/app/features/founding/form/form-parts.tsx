// Parts that the forms of teams and organizations share: preview, color, description, and frame.
import { chakra } from '@chakra-ui/react/styled-system';
import { type FormEvent, lazy, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import type { Block } from '../../../../contract/text.ts';
import type { Activity } from '../../../../contract/values/activities.ts';
import { type GroupColor, groupColors } from '../../../../contract/values/enums.ts';
import { limits } from '../../../../contract/values/limits.ts';
import { focusInvalid } from '../../../data/forms/focus-invalid.ts';
import { markTyping } from '../../../data/forms/session-drafts.ts';
import { useAction } from '../../../data/forms/use-action.ts';
import { callApi } from '../../../data/http/call.ts';
import { Button } from '../../../ui/button.tsx';
import { FormError, TextArea } from '../../../ui/forms/field.tsx';
import { ActionBar, LongForm } from '../../../ui/forms/long-form.tsx';
import { fieldHue, groupHues } from '../../../ui/sports-field/field-hues.ts';
import { FieldLines } from '../../../ui/sports-field/field-lines.tsx';
import { t } from '../../../words/t.ts';
import type { FormErrors } from './use-group-form.ts';
import type { Errors } from './values.ts';
import { colorName } from './words.ts';

const PreviewBox = chakra('div', {
  base: {
    position: 'relative',
    isolation: 'isolate',
    overflow: 'hidden',
    rounded: 'lg',
    minH: '6.5rem',
    display: 'flex',
    alignItems: 'flex-end',
    gap: '3',
    p: '4',
    color: 'white',
    '& > .field-lines': { zIndex: '-1' },
    // Names stay readable over any line of the field art.
    _after: {
      content: '""',
      position: 'absolute',
      inset: '30% 0 0 0',
      zIndex: '-1',
      bgImage: 'linear-gradient(to bottom, transparent, rgb(3 7 18 / 0.4))',
    },
    '& img': { w: '3.5rem', h: '3.5rem', rounded: 'md', objectFit: 'cover', flexShrink: '0', bg: 'white' },
    '& p': { fontSize: 'xl', fontWeight: '800', lineHeight: '1.2', minW: '0', overflowWrap: 'anywhere' },
  },
});

/** A preview of the group's look. Decorative: its fields say the same. */
export function GroupPreview({
  name,
  activity,
  color,
  logo,
}: {
  name: string;
  activity: Activity | undefined;
  color: GroupColor | null;
  logo: string | null;
}) {
  return (
    <PreviewBox aria-hidden="true">
      <FieldLines activity={activity} color={color} crop="hero" />
      {logo ? <img src={logo} alt="" width={56} height={56} /> : null}
      <p>{name}</p>
    </PreviewBox>
  );
}

const Swatches = chakra('fieldset', {
  base: {
    px: '4',
    py: '2.5',
    '& legend': { float: 'left', w: 'full', fontSize: 'sm', color: 'fg.muted', mb: '1.5' },
    '& .swatches': { clear: 'both', display: 'flex', flexWrap: 'wrap', gap: '1' },
    '& label': {
      position: 'relative',
      display: 'grid',
      placeItems: 'center',
      w: 'target',
      h: 'target',
      cursor: 'pointer',
      rounded: 'full',
    },
    // The radio itself fills its circle, so that the circle is touched and focused.
    '& input': { position: 'absolute', inset: '0', appearance: 'none', rounded: 'full', cursor: 'pointer' },
    '& svg': { pointerEvents: 'none' },
    '& .chosen': { color: 'fg.muted', fontSize: 'sm', mt: '0.5' },
  },
});

/** `activity`: gives the color of a group without its own. */
export function ColorField({
  value,
  activity,
  onChange,
}: {
  value: GroupColor | '';
  activity: Activity | undefined;
  onChange: (color: GroupColor | '') => void;
}) {
  const name = useId();
  return (
    <Swatches>
      <legend>{t('Colour')}</legend>
      <div className="swatches">
        {(['', ...groupColors] as const).map((color) => (
          <label key={color} title={colorName(color)}>
            <input
              type="radio"
              name={name}
              aria-label={colorName(color)}
              checked={value === color}
              onChange={() => onChange(color)}
            />
            <Swatch
              hue={color === '' ? fieldHue(activity) : groupHues[color][0]}
              isChosen={value === color}
            />
          </label>
        ))}
      </div>
      <p className="chosen" aria-hidden="true">
        {colorName(value)}
      </p>
    </Swatches>
  );
}

/** Two rings, white on dark and dark on white: one of them shows on any background. */
function Swatch({ hue, isChosen }: { hue: string; isChosen: boolean }) {
  return (
    <svg viewBox="0 0 36 36" width="36" height="36" aria-hidden="true">
      <circle cx="18" cy="18" r="14" fill={hue} stroke="#9ca3af" strokeWidth="1" />
      {isChosen ? (
        <>
          <circle cx="18" cy="18" r="16.5" fill="none" stroke="currentColor" strokeWidth="2" />
          <path d="m12 18.5 4 4 8-8.5" fill="none" stroke="#fff" strokeWidth="2.5" strokeLinecap="round" />
        </>
      ) : null}
    </svg>
  );
}

const RichText = lazy(async () => ({ default: (await import('../../../ui/rich-text.tsx')).RichText }));

const Shown = chakra('div', {
  base: { p: '3.5', bg: 'bg', borderWidth: '1px', borderColor: 'border', rounded: 'md' },
});

/** The description, with a preview of its Markdown. */
export function DescriptionField({
  value,
  error,
  onChange,
}: {
  value: string;
  error: string | undefined;
  onChange: (description: string) => void;
}) {
  const { busy, failure, run } = useAction();
  const [shown, setShown] = useState<{ of: string; blocks: readonly Block[] } | null>(null);
  const isShown = shown?.of === value;
  return (
    <>
      <TextArea
        label={t('Description')}
        name="description"
        maxLength={limits.descriptionMax}
        hint={t('Markdown works: **bold**, lists with dashes, links.')}
        value={value}
        error={error}
        onChange={(event) => onChange(event.target.value)}
      />
      <div role="status">
        {isShown ? (
          <Suspense fallback={null}>
            <Shown>
              <RichText blocks={shown.blocks} />
            </Shown>
          </Suspense>
        ) : null}
      </div>
      <FormError message={failure} />
      {value.trim() === '' || isShown ? null : (
        <Button
          look="outline"
          busy={busy}
          onClick={() =>
            void run(async () => {
              const { descriptionBlocks } = await callApi('POST /api/descriptions/preview', {
                body: { description: value },
              });
              setShown({ of: value, blocks: descriptionBlocks });
            })
          }
        >
          {t('Preview')}
        </Button>
      )}
    </>
  );
}

/** The list's own error, or that of its first refused item. */
export const errorUnder = (errors: Errors, name: string) =>
  errors[name] ?? Object.entries(errors).find(([path]) => path.startsWith(`${name}.`))?.[1];

/**
 * The form's frame; focuses the first invalid field, also in a group that opens for it. `shown`: the form's
 * fields.
 */
export function FormFrame({
  errors,
  shown,
  notes,
  buttons,
  onSubmit,
  children,
}: {
  errors: FormErrors;
  shown: readonly string[];
  notes: ReactNode;
  buttons: ReactNode;
  onSubmit: () => void;
  children: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(errors.fields).length > 0) focusInvalid(form.current);
  }, [errors]);
  const stray = Object.entries(errors.fields)
    .filter(([path]) => !shown.includes(path.split('.')[0] ?? ''))
    .map(([, message]) => message);
  return (
    <LongForm
      ref={form}
      noValidate
      onInput={(input: FormEvent<HTMLFormElement>) => markTyping(input.currentTarget)}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {notes}
      {children}
      <ActionBar data-action-bar>
        <FormError message={[errors.form, ...stray].filter(Boolean).join(' ') || null} />
        <div className="ways">{buttons}</div>
      </ActionBar>
    </LongForm>
  );
}
