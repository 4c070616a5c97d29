// Days on which a series has no date, such as school holidays: ranges, and always an empty one to fill in
// next.
import { chakra } from '@chakra-ui/react/styled-system';
import { useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/forms/field.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { t } from '../../../words/t.ts';
import type { Errors } from '../form/body.ts';
import type { Skip } from './repeat.ts';

const Box = chakra('fieldset', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '2',
    '& legend': { fontWeight: '600', fontSize: 'sm', mb: '1' },
    '& .hint': { fontSize: 'sm', color: 'fg.muted' },
    '& .range': {
      minW: '0',
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'flex-start',
      gap: '2',
    },
    '& .range > div': { flex: '1 1 7.25rem' },
    // Two days and a button fit beside each other on a phone; the icon would cover the year.
    '& input': { px: '2' },
    '& input::-webkit-calendar-picker-indicator': {
      ms: '0',
      smDown: { display: 'none' },
      '@media (pointer: coarse)': { display: 'none' },
    },
    '& .range > button': { alignSelf: 'flex-end' },
  },
});

const empty: Skip = { from: '', to: '' };
const isEmpty = ({ from, to }: Skip) => from === '' && to === '';

export function SkipsField({
  skips,
  day,
  errors,
  onChange,
}: {
  skips: readonly Skip[];
  /** The day of the first date. */
  day: string;
  errors: Errors;
  onChange: (skips: Skip[]) => void;
}) {
  const box = useRef<HTMLFieldSetElement>(null);
  const change = (index: number, part: Partial<Skip>) => {
    const next = [...skips, empty].map((skip, at) => (at === index ? { ...skip, ...part } : skip));
    onChange(next.slice(0, next.findLastIndex((skip) => !isEmpty(skip)) + 1));
  };
  const remove = (index: number) => {
    // The next range takes this position; there always is one.
    box.current?.querySelectorAll('input')[index * 2]?.focus();
    onChange(skips.filter((_, at) => at !== index));
  };
  return (
    <Box ref={box}>
      <legend>{t('Skip')}</legend>
      <p className="hint">{t('Days without a date, such as school holidays.')}</p>
      {[...skips, empty].map(({ from, to }, index) => {
        const wrong = errors[`recurrence.skips.${index}`];
        const fromWrong = from === '' ? wrong : undefined;
        return (
          <fieldset
            // biome-ignore lint/suspicious/noArrayIndexKey: ranges have no name, and what is typed stays in its field.
            key={index}
            className="range"
            aria-label={t('Skipped days {number}', { number: index + 1 })}
          >
            <TextField
              label={t('From')}
              type="date"
              min={day}
              value={from}
              error={fromWrong ?? (index === 0 ? errors['recurrence.exceptDates'] : undefined)}
              onChange={(event: React.ChangeEvent<HTMLInputElement>) =>
                change(index, { from: event.target.value })
              }
            />
            <TextField
              label={t('To')}
              type="date"
              min={from || day}
              value={to}
              error={from === '' ? undefined : wrong}
              onChange={(event: React.ChangeEvent<HTMLInputElement>) =>
                change(index, { to: event.target.value })
              }
            />
            {index < skips.length ? (
              <Button
                look="outline"
                shape="icon"
                aria-label={t('Remove skipped days {number}', { number: index + 1 })}
                onClick={() => remove(index)}
              >
                <Icon name="x" />
              </Button>
            ) : null}
          </fieldset>
        );
      })}
    </Box>
  );
}
