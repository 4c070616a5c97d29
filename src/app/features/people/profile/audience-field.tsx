// A select for the audience of a profile field, shown below it.
import { chakra } from '@chakra-ui/react/styled-system';
import { useId } from 'react';
import { audiences, type ProfileField } from '../../../../contract/values/enums.ts';
import { Icon } from '../../../ui/icons/icon.tsx';
import { t } from '../../../words/t.ts';
import { audienceName, effectiveAudience } from './audience.ts';
import type { FormProps } from './profile-form.tsx';

const Line = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '1',
    fontSize: 'sm',
    color: 'fg.muted',
    mt: '0.5',
    '& svg': { flexShrink: '0' },
    '& select': {
      minH: 'target',
      ps: '1.5',
      pe: '8',
      bgColor: 'transparent',
      color: 'fg',
      fontWeight: '600',
      rounded: 'sm',
      cursor: 'pointer',
      maxW: '100%',
      minW: '0',
    },
  },
});
type Props = Pick<FormProps, 'values' | 'onType'> & { field: ProfileField; what: string };

/** `what`: the field's name for screen readers. */
export function AudienceField({ values, onType, field, what }: Props) {
  const id = useId();
  const choices = audiences.filter((audience) => effectiveAudience(field, audience) === audience);
  return (
    <Line>
      <Icon name="eye" size={16} />
      <label htmlFor={id}>{t('Seen by')}</label>
      <select
        id={id}
        aria-label={t('Seen by, {what}', { what })}
        value={effectiveAudience(field, values.fieldVisibility[field])}
        onChange={(event) => {
          const audience = audiences.find((one) => one === event.currentTarget.value);
          if (audience) onType('fieldVisibility', { ...values.fieldVisibility, [field]: audience });
        }}
      >
        {choices.map((audience) => (
          <option key={audience} value={audience}>
            {t(audienceName[audience])}
          </option>
        ))}
      </select>
    </Line>
  );
}
