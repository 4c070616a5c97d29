// The row Repeat: while folded it shows the recurrence and how many dates there are.
import { Group } from '../../../ui/forms/rows.tsx';
import { useGroups } from '../../../ui/forms/use-groups.ts';
import { t } from '../../../words/t.ts';
import type { SentErrors } from '../form/form-errors.ts';
import { RepeatControls, type RepeatProps } from './repeat-controls.tsx';
import { datesNote, repeatValue } from './repeat-words.ts';

const groupOfErrors = { recurrence: 'repeat' } as const;

/** `note` replaces the number of dates. */
export function RepeatField({
  errors,
  note,
  ...props
}: Omit<RepeatProps, 'errors'> & { errors: SentErrors; note?: string | undefined }) {
  const { repeat, start, dates, locale } = props;
  const group = useGroups(errors.sent, groupOfErrors);
  return (
    <Group
      {...group('repeat')}
      label={t('Repeat')}
      value={repeatValue(repeat, start.day, locale)}
      note={note ?? (typeof dates === 'string' ? null : datesNote(dates))}
    >
      <RepeatControls {...props} errors={errors.fields} />
    </Group>
  );
}
